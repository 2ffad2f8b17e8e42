// 6.3.1.3p3: -1 fits, and the int that is computed here is cut as gcc says
struct { int b : 3; } s = { 3 };
int main(void) {
    s.b -= 4.0;
    s.b += 8;
    return s.b != -1;
}
