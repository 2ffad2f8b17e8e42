// 7.21.6.7p1: the word goes elsewhere
#include <stdio.h>

int main(void) {
    char format[8] = "%s", word[8];
    return sscanf("word", format, word) != 1;
}
