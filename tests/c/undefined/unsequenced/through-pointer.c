// 6.5p2: *p is i
int main(void) {
    int i = 1, j = 1;
    int *p = &i;
    int r = i++ + (*p)++; // undefined: unsequenced
    return r == 77 || j == 0;
}
