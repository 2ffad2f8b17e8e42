// std: gnu90
void f(void)
{
    for (int i = 0;;) // error: a 'for' that declares its variable came with C99
        ;
}
