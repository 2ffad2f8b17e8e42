// 6.2.4p2: the local is gone when the function has returned
static int *cell(void) {
    int x = 0;
    int *p = &x;
    return p;
}

int main(void) {
    return *cell(); // undefined: lifetime-ended
}
