// 6.7.6.2p5: each size must be positive, the inner one as well
int main(void) {
    int rows = 2, columns = 0;
    short a[rows][columns]; // undefined: vla-size
    return sizeof a != rows * columns * sizeof(short);
}
