// 6.5p5: the loop leaves int before it leaves the array of bits
int main(void) {
    int bits = 0;
    for (int i = 1; i != 0; i *= 2) // undefined: signed-overflow
        bits++;
    return bits != 32;
}
