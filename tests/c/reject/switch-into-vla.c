void f(int n)
{
    switch (n) {
        int a[n];
    case 1: // error: this switch jumps into the scope of 'a', whose type depends on a value
        a[0] = 0;
    }
}
