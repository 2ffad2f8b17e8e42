// 6.5.6p8: a[0][3] is one past its row, though it is where a[1][0] is
static int a[2][3] = {{1, 1, 1}, {0, 1, 1}};

int main(void) {
    int sum = 0;
    for (int j = 0; j <= 3; j++) sum += a[0][j]; // undefined: inner-bounds
    return sum != 3;
}
