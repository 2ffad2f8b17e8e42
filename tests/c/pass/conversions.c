// Every implicit conversion becomes a node.
signed char sc; unsigned char uc; short sh; unsigned u; long l; float fl; double d; _Bool b;
void f(int *p)
{
    sc = uc + sh;
    l = u - sc;
    d = fl * l;
    b = p;
    b = d;
    uc = d;
    u = -u;
    sh <<= l;
    fl += d;
    uc ^= sc;
    l = sh / (unsigned char)uc;
}
