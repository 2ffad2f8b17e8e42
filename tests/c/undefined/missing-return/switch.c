// 6.9.1p12: no case returns for 2
static int name(int n) {
    switch (n) {
    case 0: return 'a';
    case 1: return 'b';
    }
}

int main(void) {
    if (name(2) == 'c') return 1; // undefined: missing-return
}
