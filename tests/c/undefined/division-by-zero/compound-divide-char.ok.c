// 6.5.16.2p3: the char divides in int
int main(void) {
    char c = 100;
    signed char d = -1;
    c /= d;
    return c != (char)-100;
}
