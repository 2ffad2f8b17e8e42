void f(int n)
{
    int a[n] = {1}; // error: an object of variable size has an initialiser
}
