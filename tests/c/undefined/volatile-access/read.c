// 6.7.3p6: a volatile object is read through a plain lvalue
int main(void) {
    volatile int v = 0;
    int *p = (int *)&v;
    return *p; // undefined: volatile-access
}
