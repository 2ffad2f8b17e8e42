// output: abc
// 7.21.7.9p2: puts of a string adds a new-line
#include <stdio.h>

int main(void) {
    const char *s = "abc";
    return puts(s) < 0;
}
