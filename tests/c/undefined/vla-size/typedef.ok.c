// 6.7.8p3: and not again when the name is used
int main(void) {
    int n = 2;
    typedef long row[n];
    n = -1;
    return sizeof(row) != 2 * sizeof(long);
}
