// 6.5.7p4: a zero operand, even with count 31
int main(void) {
    int x = 0, n = 31;
    int y = x << n;
    return y != 0;
}
