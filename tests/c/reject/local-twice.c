void f(void)
{
    int x;
    int x; // error: 'x' is declared twice in one scope
}
