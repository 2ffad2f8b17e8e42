// 6.3.2.1p2: the default does
static int f(int n) {
    int x;
    switch (n) {
    case 1: x = 10; break;
    case 2: x = 20; break;
    default: x = 0;
    }
    return x > 5;
}

int main(void) {
    return f(3);
}
