// 6.5p2: *p is j
int main(void) {
    int i = 1, j = 1;
    int *p = &j;
    int r = i++ + (*p)++;
    return r == 77 || j == 0;
}
