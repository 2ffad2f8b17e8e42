// 6.2.4p2: the value of p is indeterminate after the block
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return p == 0; // undefined: dangling-pointer
}
