// 6.5.7p3: the shift count is negative
int main(void) {
    int x = 16;
    int n = -2;
    return (x >> n) != 16; // undefined: shift-count
}
