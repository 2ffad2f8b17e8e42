void f(void)
{
    goto nowhere; // error: label 'nowhere' is used but stands nowhere
}
