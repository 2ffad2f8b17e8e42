// 6.7.3p6: only the pointer is to const, the object is not
int main(void) {
    int x = 1;
    const int *p = &x;
    *(int *)p = 0;
    return *p != 0;
}
