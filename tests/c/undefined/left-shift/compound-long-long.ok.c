// 6.5.7p4: seven shifts stay inside long long
int main(void) {
    long long x = 1;
    for (int i = 0; i < 7; i++)
        x <<= 8;
    return x != 1LL << 56;
}
