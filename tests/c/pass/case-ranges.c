// Ranges of cases, and cases between statements.
int f(int c, int n)
{
    int r = 0;
    switch (c) {
    case 'a' ... 'z': return 1;
    case '0' ... '9':
    default: return 2;
    case -5: ;
    }
    switch (n % 4) {
    case 0: do { r++;
    case 3: r++;
    case 2: r++;
    case 1: r++;
        } while (--n > 0);
    }
    return r;
}
