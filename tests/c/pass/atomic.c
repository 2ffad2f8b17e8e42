// Reads, writes and updates of atomic objects.
_Atomic int a;
_Atomic(long) b;
_Atomic char *volatile p;
int f(void)
{
    a = 1;
    a += 2;
    a++;
    b = a;
    return a + (int)b + (p != 0);
}
