// 6.5.5p5: the second operand of % is zero, unsigned as well
int main(void) {
    unsigned x = 41;
    unsigned m = 0;
    unsigned r = x % m; // undefined: division-by-zero
    return r != 0;
}
