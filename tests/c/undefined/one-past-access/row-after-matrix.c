// 6.5.6p8: a[3] is one past the last row of int a[3][2]
int main(void) {
    int a[3][2] = {{0}};
    int i = 3;
    return a[i][0]; // undefined: one-past-access
}
