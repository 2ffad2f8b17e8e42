// GNU C: it does; the operand is evaluated
#define PROMISE(x) ((x) ? (void)0 : __builtin_unreachable())

int main(void) {
    int n = 8;
    PROMISE(n++ % 2 == 0);
    return n != 9;
}
