// 6.5.2.5p12: without const it is an ordinary object
int main(void) {
    int *p = (int[]){1, 2};
    p[0] -= 1;
    return p[0];
}
