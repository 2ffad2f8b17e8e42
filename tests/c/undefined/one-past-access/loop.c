// 6.5.6p8: a[4] is one past the last element of int a[4]
int main(void) {
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i <= 4; i++) sum += a[i]; // undefined: one-past-access
    return sum == 0;
}
