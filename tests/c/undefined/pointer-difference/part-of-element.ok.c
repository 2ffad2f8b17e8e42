// 6.5.6p9: three ints further on is the next struct
struct triple { int x[3]; };
int main(void) {
    struct triple s[2];
    struct triple *p = (struct triple *)((int *)s + 3);
    long n = p - s;
    return n != 1;
}
