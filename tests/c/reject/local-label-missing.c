void f(void)
{
    __label__ a;
    goto a; // error: label 'a' is used but stands nowhere
}
