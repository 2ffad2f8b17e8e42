void f(int n)
{
    goto out; // error: this goto jumps into the scope of 'row', whose type depends on a value
    typedef int row[n];
out:;
}
