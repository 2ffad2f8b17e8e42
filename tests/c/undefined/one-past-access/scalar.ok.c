// 6.5.6p8: &x + 1 - 1 is &x again
int main(void) {
    int x = 0;
    int *p = &x + 1;
    return p[-1];
}
