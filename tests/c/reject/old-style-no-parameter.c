int f(a)
    int a;
    int b; // error: 'b' is declared as a parameter, but is none
{
    return a;
}
