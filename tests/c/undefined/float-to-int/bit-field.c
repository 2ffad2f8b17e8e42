// 6.3.1.4p1, 6.7.2.1p10: the type of b has 5 bits, and 40 does not fit it
struct { unsigned b : 5; } s;
int main(void) {
    double d = 40.5;
    s.b = d; // undefined: float-to-int
    return s.b == 1;
}
