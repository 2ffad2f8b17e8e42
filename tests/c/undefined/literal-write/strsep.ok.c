// 6.4.5p7: in an array of its own
#include <string.h>

int main(void) {
    char a[] = "a,b", *s = a;
    return strsep(&s, ",") != a || s != a + 2;
}
