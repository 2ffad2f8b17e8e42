// 7.1.1p1: it has room for the null character
#include <string.h>

int main(void) {
    static char set[3] = "ab";
    return strspn("abc", set) != 2;
}
