// 5.1.2.2.3p1: main alone may end without, and returns 0
static int name(int n) {
    switch (n) {
    case 0: return 'a';
    case 1: return 'b';
    }
}

int main(void) {
    if (name(1) != 'b') return 1;
}
