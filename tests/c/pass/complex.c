// Complex arithmetic, parts and constants.
_Complex double z = 1.0 + 2.0i;
_Complex float w = 3.0fi;
_Complex int k = 4;
double f(_Complex double a, double b)
{
    __real__ a = b;
    a *= z;
    k = ~k;
    return __real__(a + b) - __imag__ a + (a == w) + __imag__ b;
}
