void f(void)
{
    extern int x = 1; // error: an extern declaration in a block has an initialiser
}
