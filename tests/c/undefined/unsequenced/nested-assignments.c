// 6.5p2: x is assigned twice in one expression
int main(void) {
    int x, y;
    y = (x = 1) + (x = 1); // undefined: unsequenced
    return y != 2;
}
