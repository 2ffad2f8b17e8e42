// 6.7.6.2p5, 6.7.8p3: the size is evaluated when the typedef is reached
int main(void) {
    int n = -1;
    typedef long row[n]; // undefined: vla-size
    return sizeof(row) == 77;
}
