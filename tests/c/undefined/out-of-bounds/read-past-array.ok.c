// 6.5.2.1p2: a[3] is the last element, and 3[a] the same
int main(void) {
    int a[4] = {1, 2, 3, 0};
    int i = 3;
    return a[i];
}
