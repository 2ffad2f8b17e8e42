// 6.7.6.2p5: both are
int main(void) {
    int rows = 2, columns = 1;
    short a[rows][columns];
    return sizeof a != rows * columns * sizeof(short);
}
