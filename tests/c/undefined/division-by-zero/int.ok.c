// 6.5.5p6: division of zero, and truncation toward zero
int main(void) {
    int n = 7, d = 0;
    return d / n + (-7 / 2 != -3);
}
