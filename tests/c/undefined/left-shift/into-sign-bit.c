// 6.5.7p4: 1 x 2^31 is not representable in int
int main(void) {
    int one = 1;
    return one << 31 == 0; // undefined: left-shift
}
