struct s { int n; char a[]; };
void f(void)
{
    struct s x = {1, "a"}; // error: an array without length is initialised, but the object is not static
}
