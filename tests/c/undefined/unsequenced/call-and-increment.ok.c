// 6.5.2.2p10: there is a sequence point before the body runs
static int same(int n) {
    return n;
}

int main(void) {
    int i = 1;
    int r = same(i++);
    return r != 1 || i != 2;
}
