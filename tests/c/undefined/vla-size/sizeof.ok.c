// 6.5.3.4p2: and its side effects
int main(void) {
    int n = 3;
    return sizeof(int[n++]) != 3 * sizeof(int) || n != 4;
}
