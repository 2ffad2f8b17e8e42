void f(void)
{
    for (struct s { int a; } x;;) // error: a 'for' declares 'struct s'; it may declare variables only
        ;
}
