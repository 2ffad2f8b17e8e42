// 6.7.3.1p4: the object is modified through p and read through q
static int add(int *restrict p, int *restrict q) {
    *p = 1;
    return *p + *q; // undefined: restrict
}

int main(void) {
    int x = 0;
    return add(&x, &x) < 0;
}
