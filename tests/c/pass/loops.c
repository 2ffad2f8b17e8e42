// Every kind of loop, with odd bodies.
int f(int n)
{
    int s = 0;
    for (int i = 0, j = n; i < j; i++, j--)
        s += i;
    for (;;)
        if (s++ > n)
            break;
        else
            continue;
    while (n-- > 0)
        ;
    do
        s--;
    while (s > n);
    for (n = 0; n < ({ int k = 2; k; }); n++) {
    }
    return s;
}
