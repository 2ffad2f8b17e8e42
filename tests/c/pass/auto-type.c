// The type is the one of the initialiser.
int f(short *p)
{
    __auto_type x = *p;
    __auto_type y = x + 1;
    const __auto_type z = p;
    return sizeof(x) + sizeof(y) + *z;
}
