// 6.8.5.3p1: what comes before the loop is evaluated once
int main(void) {
    int i, last, n = 0;
    for (i = 0, last = 0; i < n; i++)
        last = i;
    return last;
}
