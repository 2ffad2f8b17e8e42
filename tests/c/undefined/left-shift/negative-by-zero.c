// 6.5.7p4: a negative left operand, even with count 0
int main(void) {
    int x = -5, n = 0;
    int y = x << n; // undefined: left-shift
    return y != -5;
}
