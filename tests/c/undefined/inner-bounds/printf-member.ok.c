// 7.21.6.1p8 with 6.5.6p8: no more than the member is read, or both members are named
#include <stdio.h>
#include <string.h>

struct label { char text[4]; char more[4]; };

int main(void) {
    struct label label = {"abcd", "ef"};
    char line[16];
    int first = sprintf(line, "%.4s", label.text) != 4;
    memcpy(label.text, label.more, sizeof label.more);
    return first || strcmp(label.text, label.more) != 0;
}
