// 6.5p3: i is used to compute what is stored in i
int main(void) {
    int a[3] = {0, 0, 0}, i = 1;
    a[i] = i, i = i + 1;
    return a[0];
}
