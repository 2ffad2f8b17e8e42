// 6.7.3.1p4: a restrict pointer is assigned the value of another of the same block
int main(void) {
    int x = 0;
    int *restrict p = &x;
    int *restrict q = 0;
    q = p; // undefined: restrict
    *q = 1;
    return *p != 1;
}
