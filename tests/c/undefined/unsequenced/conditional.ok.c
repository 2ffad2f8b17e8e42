// 6.5.15p4: ?: has a sequence point after its first operand
int main(void) {
    int x = 1;
    int y = x-- ? x + 1 : x;
    return y != 1;
}
