// 6.3.2.1p2: x has no value yet
int main(void) {
    int x;
    if (x) return 0; // undefined: uninitialised
    return 0;
}
