// 6.7.3p6: it is
static volatile int flag;

static void raise(volatile int *p) {
    *p = 1;
}

int main(void) {
    raise(&flag);
    return flag != 1;
}
