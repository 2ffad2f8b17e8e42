// 6.5.2.1p3: its address may be taken
int main(void) {
    int a[3][2] = {{0}};
    int i = 3;
    return &a[i] != a + 3;
}
