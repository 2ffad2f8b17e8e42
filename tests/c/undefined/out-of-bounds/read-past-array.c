// 6.5.6p8: a[6] is beyond the end of int a[4]
int main(void) {
    int a[4] = {1, 2, 3, 0};
    int i = 6;
    return a[i]; // undefined: out-of-bounds
}
