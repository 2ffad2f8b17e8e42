// 6.7.3.1p4: read through p, modified through q within the call
static int f(const int *restrict p, int *q) {
    int a = *p;
    *q = a + 1; // undefined: restrict
    return a;
}

int main(void) {
    int x = 0;
    return f(&x, &x);
}
