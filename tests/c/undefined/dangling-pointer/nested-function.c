// 6.2.4p2: the address of a nested function ends with the call around it (GNU)
static int (*keep(int n))(void) {
    int nested(void) { return n; }
    return nested;
}

int main(void) {
    int (*f)(void) = keep(0);
    return f(); // undefined: dangling-pointer
}
