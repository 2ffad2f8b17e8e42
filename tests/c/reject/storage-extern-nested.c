void f(void)
{
    extern int g(void) { return 1; } // error: the definition of 'g' is declared 'extern'
}
