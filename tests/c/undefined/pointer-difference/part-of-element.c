// 6.5.6p9: p does not point to an element of the array of structs
struct triple { int x[3]; };
int main(void) {
    struct triple s[2];
    struct triple *p = (struct triple *)((int *)s + 1);
    long n = p - s; // undefined: pointer-difference
    return n == 7;
}
