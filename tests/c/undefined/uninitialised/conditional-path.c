// 6.3.2.1p2: no case sets x
static int f(int n) {
    int x;
    switch (n) {
    case 1: x = 10; break;
    case 2: x = 20; break;
    }
    return x > 5; // undefined: uninitialised
}

int main(void) {
    return f(3);
}
