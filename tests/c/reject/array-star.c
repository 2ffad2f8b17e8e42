void f(void)
{
    int a[*]; // error: '[*]' outside of a prototype's parameters
}
