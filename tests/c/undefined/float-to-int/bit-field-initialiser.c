// 6.7.9p11: the constraints and conversions of assignment: 1e6 does not fit 12 bits
float large = 1e6f;
int main(void) {
    struct { int a; int b : 12; } s = { 1, large }; // undefined: float-to-int
    return s.b == 5;
}
