// 6.5p7: it is read by its own type
int main(void) {
    _Atomic int counter = 5;
    _Atomic int *own = &counter;
    counter += 2;
    return *own - 7;
}
