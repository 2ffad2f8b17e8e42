// Prefixes, joining and escapes.
char a[] = "one" " two" "\x41" "B\n\0end";
int w[] = L"wide";
unsigned short u[] = u"\u20ac";
unsigned v[] = U"x";
const char *p = u8"\u00e9", *q = &"abc"[1];
const char *f(void) { return __func__; }
const char *g(int x) { return x ? __FUNCTION__ : "no"; }
