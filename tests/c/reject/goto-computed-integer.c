void f(long x)
{
    goto *x; // error: a computed goto needs a pointer, not 'long'
}
