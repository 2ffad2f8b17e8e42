void f(void)
{
    for (static int i = 0;;) // error: a 'for' declares 'i', which is no automatic variable
        ;
}
