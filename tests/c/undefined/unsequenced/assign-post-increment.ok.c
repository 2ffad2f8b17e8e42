// 6.5.17p2: the comma operator has a sequence point
int main(void) {
    int i = 0;
    i = (i++, i + 1);
    return i != 2;
}
