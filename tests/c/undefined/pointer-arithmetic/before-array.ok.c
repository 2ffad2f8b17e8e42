// 6.5.6p8: the loop ends with p on the first element
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (int *p = a + 3; p != a;)
        sum += *--p;
    return sum != 6;
}
