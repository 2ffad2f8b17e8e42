// 6.7.3p6: a plain object may be read through a volatile lvalue
int main(void) {
    int v = 0;
    volatile int *p = &v;
    return *p;
}
