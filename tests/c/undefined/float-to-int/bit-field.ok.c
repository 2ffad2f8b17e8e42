// 6.3.1.3p2: 31 fits 5 bits, and an integer is cut to them
struct { unsigned b : 5; } s;
int main(void) {
    double d = 31.5;
    s.b = d;
    s.b = (int)(d + 9);
    return s.b != 8;
}
