// 6.3.2.3p8: converted back, it is called as what it is
static int same(int n) {
    return n;
}

int main(void) {
    int (*f)(long) = (int (*)(long))same;
    return ((int (*)(int))f)(0);
}
