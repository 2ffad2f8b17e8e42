// 6.5p2: of different objects they may be
static int sub(int a, int b) {
    return a - b;
}

int main(void) {
    int i = 0, j = 0;
    int r = sub(i++, j++);
    return r != 0 || i != 1 || j != 1;
}
