// 6.5.5p6: x % 1 is zero
int main(void) {
    unsigned x = 41;
    unsigned m = 1;
    unsigned r = x % m;
    return r != 0;
}
