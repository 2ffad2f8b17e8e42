// GNU C: 3 has no case
static int f(int n) {
    switch (n) {
    case 1: return 5;
    case 2: return 0;
    default: __builtin_unreachable(); // undefined: unreachable
    }
}

int main(void) {
    return f(3) & 0;
}
