void f(void)
{
    int x;
    extern int x; // error: 'x' is declared once as extern and once as a local variable
}
