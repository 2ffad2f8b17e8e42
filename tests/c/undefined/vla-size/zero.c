// 6.7.6.2p5: the size is 0
int main(void) {
    int n = 0;
    int a[n]; // undefined: vla-size
    return sizeof a != n * sizeof(int);
}
