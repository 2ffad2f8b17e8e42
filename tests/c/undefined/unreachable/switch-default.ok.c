// GNU C: 2 has one
static int f(int n) {
    switch (n) {
    case 1: return 5;
    case 2: return 0;
    default: __builtin_unreachable();
    }
}

int main(void) {
    return f(2);
}
