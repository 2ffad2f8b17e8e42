// 6.5.16.2p3, 6.5p5: 13! does not fit int
int main(void) {
    int f = 1;
    for (int i = 1; i <= 13; i++)
        f *= i; // undefined: signed-overflow
    return f == 0;
}
