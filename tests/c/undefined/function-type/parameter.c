// 6.5.2.2p9: int (int) is called as int (long)
static int same(int n) {
    return n;
}

int main(void) {
    int (*f)(long) = (int (*)(long))same;
    return f(0); // undefined: function-type
}
