// tcc 0.9.27+git20200814 prints 5: x && 1 in the operand that is not evaluated
// makes it take what follows for unreachable, so f has no code at all.
// prints: 1
int printf(const char *, ...);

int x, y = 5;

static void f(void)
{
    y = 1 || ((x && 1) || 0);
}

int main(void)
{
    f();
    printf("%d\n", y);
    return 0;
}
