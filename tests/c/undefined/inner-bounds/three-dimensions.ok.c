// 6.5.6p8: the first subscript may be as large as the array has planes
int main(void) {
    char a[3][2][4] = {{{0}}};
    int j = 2;
    return a[j][0][1];
}
