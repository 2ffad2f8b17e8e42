// 6.5.16.2p3: b + 4.0 is 7, and b holds at most 3
struct { int b : 3; } s = { 3 };
int main(void) {
    s.b += 4.0; // undefined: float-to-int
    return s.b == 0;
}
