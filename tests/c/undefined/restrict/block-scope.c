// 6.7.3.1p4: within p's block the array is also modified through a
int main(void) {
    int a[2] = {0, 0};
    {
        int *restrict p = a;
        p[0] = 1;
        a[0] = 2; // undefined: restrict
    }
    return a[1];
}
