// GNU C: the assumption of the macro does not hold
#define PROMISE(x) ((x) ? (void)0 : __builtin_unreachable())

int main(void) {
    int n = 7;
    PROMISE(n++ % 2 == 0); // undefined: unreachable
    return 0;
}
