void f(void)
{
    __label__ a;
    __label__ a; // error: '__label__' declares 'a' twice
a:;
}
