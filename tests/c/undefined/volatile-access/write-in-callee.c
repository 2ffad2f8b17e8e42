// 6.7.3p6: the callee's lvalue is not volatile
static volatile int flag;

static void raise(int *p) {
    *p = 1; // undefined: volatile-access
}

int main(void) {
    raise((int *)&flag);
    return flag != 1;
}
