// 6.5.7p3: a rotation by 0 shifts by the full width
static unsigned rotate(unsigned x, unsigned n) {
    return x << n | x >> (32 - n); // undefined: shift-count
}

int main(void) {
    return rotate(0x1234u, 0) != 0x1234u;
}
