int f(int *);
int f(a)
    int a; // error: parameter 'a' differs from the prototype's
{
    return a;
}
