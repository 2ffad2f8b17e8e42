// 6.5.16.2p3: 12! fits int
int main(void) {
    int f = 1;
    for (int i = 1; i <= 12; i++)
        f *= i;
    return f != 479001600;
}
