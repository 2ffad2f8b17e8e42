struct s;
void f(void)
{
    struct s x; // error: an object has incomplete type 'struct s'
}
