// Sixteen bytes of integer.
__int128 a = 1;
unsigned __int128 b = (unsigned __int128)-1;
int f(__int128 x, long y) { return (x * y >> 64) + (b / 3 > x) + (int)(a << 100); }
