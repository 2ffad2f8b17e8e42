// 6.7.6.2p5: 1 is the smallest size
int main(void) {
    int n = 1;
    int a[n];
    return sizeof a != n * sizeof(int);
}
