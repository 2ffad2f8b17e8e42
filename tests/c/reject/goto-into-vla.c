// A jump must not pass the declaration that gives an array its length.
void f(int n)
{
    goto inside; // error: this goto jumps into the scope of 'a', whose type depends on a value
    {
        int a[n];
    inside:
        a[0] = 0;
    }
}
