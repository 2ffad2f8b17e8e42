static int x;
void f(int x)
{
    {
        extern int x; // error: 'x' is static, and hidden here: 'extern' does not reach it
    }
}
