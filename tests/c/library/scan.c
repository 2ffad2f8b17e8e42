// sscanf: every conversion, widths, sets, suppression, failures
#include <stdarg.h>
#include <stdio.h>

static int from(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsscanf(text, format, list);
    va_end(list);
    return result;
}

int main(void)
{
    int a = 0, b = 0, c = 0, n = 0;
    unsigned u = 0, x = 0;
    long l = 0;
    long long ll = 0;
    short h = 0;
    signed char hh = 0;
    float f = 0;
    double d = 0;
    long double ld = 0;
    char s[16] = "", t[16] = "", ch = 0, chars[4] = "";
    printf("%d", sscanf("12 -34 0x1f", "%d %d %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("17 ff 4000000000", "%o %x %u", &a, &x, &u));
    printf(" %d %u %u\n", a, x, u);
    printf("%d", sscanf("1 2 3 4", "%ld%lld%hd%hhd", &l, &ll, &h, &hh));
    printf(" %ld %lld %d %d\n", l, ll, h, hh);
    printf("%d", sscanf("1.5 -2e3 0x1p4 x", "%f %lf %Lf", &f, &d, &ld));
    printf(" %g %g %Lg\n", f, d, ld);
    printf("%d", sscanf("word other", "%s %3s%n", s, t, &n));
    printf(" %s %s %d\n", s, t, n);
    printf("%d", sscanf(" xyz", "%c%3c", &ch, chars));
    printf(" '%c' %.3s\n", ch, chars);
    printf("%d", sscanf("abc123,rest", "%[a-z]%[^,],%n", s, t, &n));
    printf(" %s %s %d\n", s, t, n);
    printf("%d", sscanf("1:2:3", "%d:%*d:%d", &a, &b));
    printf(" %d %d\n", a, b);
    printf("%d", sscanf("12345", "%2d%1d%d", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d %d ", sscanf("", "%d", &a), sscanf("x", "%d", &a));
    printf("%d ", sscanf("5", "%d%d", &a, &b));
    printf("%d ", sscanf("  ", " %d", &a));
    printf("%d\n", sscanf("5 x", "%d %d", &a, &b));
    printf("%d %d\n", sscanf("50%", "%d%%", &a), sscanf("ab", "ax%d", &a));
    printf("%d", from("7 eight", "%d %s", &a, s));
    printf(" %d\n", a);
    puts(s);
    return 0;
}
