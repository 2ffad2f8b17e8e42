// 6.5.6p8: the loop ends with p before the first element
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (int *p = a + 2; p >= a; p--) // undefined: pointer-arithmetic
        sum += *p;
    return sum != 6;
}
