// 6.7.3p6: the object is defined const
int main(void) {
    const int x = 1;
    const int *p = &x;
    *(int *)p = 0; // undefined: const-write
    return *p != 0;
}
