struct s;
void f(void)
{
    struct s x; // error: 'x' has incomplete type 'struct s'
}
