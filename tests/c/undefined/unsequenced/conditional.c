// 6.5p2: + does not sequence what ?: would
int main(void) {
    int x = 1;
    int y = (x-- ? 1 : 2) + x; // undefined: unsequenced
    return y == 77;
}
