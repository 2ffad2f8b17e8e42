// 6.5p7: _Atomic int is another type than int (6.2.5p27)
int main(void) {
    _Atomic int counter = 5;
    int *plain = (int *)&counter;
    return *plain - 5; // undefined: effective-type
}
