// Suffixes, bases, characters and floats.
unsigned long long a = 0x8000000000000000, b = 0777ULL, c = 4294967296;
int d = 'ab', e = '\377', f = L'x', g = u'\u20ac', h = '\0';
double i = 0x1.8p3, j = 1e-3, k = .5f, l = 1.L;
unsigned m = 2147483648, n = 0b101, o = -1;
long p = 2147483647 + 1L;
float q = 1 / 3.0, r = (float)0.1;
