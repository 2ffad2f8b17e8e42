void f(int x)
{
    static int *p = &x; // error: the initialiser of a static object takes the address of 'x', which is not static
}
