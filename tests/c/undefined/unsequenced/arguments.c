// 6.5.2.2p10: arguments are unsequenced to one another
static int sub(int a, int b) {
    return a - b;
}

int main(void) {
    int i = 0, j = 0;
    int r = sub(i++, i); // undefined: unsequenced
    return r == 9 || j;
}
