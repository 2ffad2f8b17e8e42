// 6.5.16.2p3: c + 100.0f is computed in float and does not fit signed char
int main(void) {
    signed char c = 100;
    c += 100.0f; // undefined: float-to-int
    return c == 0;
}
