// 6.3.2.3p1: the value converts to void * and back
static void clear(void **p) {
    *p = 0;
}

int main(void) {
    int x = 0, *p = &x;
    void *v = p;
    clear(&v);
    return v != 0 || p != &x;
}
