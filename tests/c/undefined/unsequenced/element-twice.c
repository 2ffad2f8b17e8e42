// 6.5p2: both subscripts name the same element
int main(void) {
    int a[2] = {1, 1}, i = 0;
    int j = 0;
    int r = a[i]++ + a[j]--; // undefined: unsequenced
    return r == 77;
}
