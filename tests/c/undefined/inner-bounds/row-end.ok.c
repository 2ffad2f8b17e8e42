// 6.5.6p8: &a[0][3] may be formed, and a[1][0] read
static int a[2][3] = {{1, 1, 1}, {0, 1, 1}};

int main(void) {
    int sum = 0;
    for (int *p = a[0]; p != &a[0][3]; p++) sum += *p;
    return sum != 3;
}
