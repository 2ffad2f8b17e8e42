// Blocks end, jumps leave them, loops begin them again.
int main(void) {
    int *p = 0;
    int n = 0, m = 3;
    {
        int inner = 1;
        p = &inner;
        n = *p;
    }
    for (int i = 0; i < 2; i++) {
        int again = i;
        p = &again;
        if (n++)
            break;
        n += *p;
    }
    switch (n) {
    case 1:
        p = &n;
    case 2:
        p = &m;
        break;
    default:
        p = 0;
    }
    if (p)
        *p = 1;
    return 0;
}
