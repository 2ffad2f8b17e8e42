// 6.7.6.3p15: parameters' qualifiers, and arrays for pointers, make no difference
int f(const int n[const 2]);

int main(void) {
    int a[2] = {0, 0};
    return f(a);
}
