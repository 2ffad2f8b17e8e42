// 6.5.16.2p3: c + 27.75f is 127.75, which truncates to SCHAR_MAX
int main(void) {
    signed char c = 100;
    c += 27.75f;
    return c != 127;
}
