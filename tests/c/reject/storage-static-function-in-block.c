void f(void)
{
    static int g(void); // error: function 'g' is declared 'static' inside a block
}
