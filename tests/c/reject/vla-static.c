void f(int n)
{
    static int a[n]; // error: 'a' is static or extern, but its size depends on a value
}
