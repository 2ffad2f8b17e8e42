// _Float types, __float128 and decimal ones.
_Float32 a = 1.5f32;
_Float64 b = 2.5f64;
_Float32x c = 3.5f32x;
_Float64x d = 4.5f64x;
_Float128 e = 5.5f128;
__float128 f = 6.5q;
_Decimal64 g = 1.25dd;
int h(void) { return (a + b > c * d) + (e == f) + (g < 2.0dd); }
