// 6.2.5p9: an unsigned index doubles to 0 and the loop ends
int main(void) {
    int bits = 0;
    for (unsigned i = 1; i != 0; i *= 2)
        bits++;
    return bits != 32;
}
