// 6.5.2.2p9: void (int *) is called as int (int *)
static void set(int *p) {
    *p = 0;
}

int main(void) {
    int x = 1;
    int (*f)(int *) = (int (*)(int *))set;
    int r = f(&x); // undefined: function-type
    return r & 0;
}
