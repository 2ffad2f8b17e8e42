// options: -funsigned-char
// without: another output
// Plain char has no sign: in values, constants, bit-fields and promotions.
#include <limits.h>
#include <stdio.h>

struct bits { char wide : 8, three : 3; };

int main(void)
{
    char c = -1;
    struct bits b = { 200, 7 };
    printf("%d %d %d\n", c, c > 0, CHAR_MIN);
    printf("%d %d\n", '\xff', "\x80"[0]);
    printf("%d %d\n", b.wide, b.three);
    printf("%d\n", (char)300 >> 1);
#ifdef __CHAR_UNSIGNED__
    printf("the preprocessor knows\n");
#endif
    return 0;
}
