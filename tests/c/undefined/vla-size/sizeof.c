// 6.7.6.2p5: sizeof evaluates a size that it needs
int main(void) {
    int n = 0;
    return sizeof(int[n]); // undefined: vla-size
}
