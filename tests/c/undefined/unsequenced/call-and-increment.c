// 6.5p2: the operand i is unsequenced to i++, though there is a call
static int same(int n) {
    return n;
}

int main(void) {
    int i = 1;
    int r = same(i++) + i; // undefined: unsequenced
    return r == 77;
}
