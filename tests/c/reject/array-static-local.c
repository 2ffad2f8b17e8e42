void f(void)
{
    int a[static 3]; // error: 'static' or a qualifier in the brackets of what is no parameter
}
