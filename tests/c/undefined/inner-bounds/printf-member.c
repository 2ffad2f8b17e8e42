// 7.21.6.1p8 with 6.5.6p8: the member is not terminated, what follows it is
#include <stdio.h>

struct label { char text[4]; char more[4]; };

int main(void) {
    struct label label = {"abcd", "ef"};
    char line[16];
    return sprintf(line, "%s", label.text) == 4; // undefined: inner-bounds
}
