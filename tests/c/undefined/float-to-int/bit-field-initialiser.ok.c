// 6.3.1.4p1: 2047 is the largest number of 12 bits with a sign
float large = 2047.75f;
int main(void) {
    struct { int a; int b : 12; } s = { 1, large };
    return s.b != 2047;
}
