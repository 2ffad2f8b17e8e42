void f(int a)
{
    int a; // error: 'a' is declared again as something else
}
