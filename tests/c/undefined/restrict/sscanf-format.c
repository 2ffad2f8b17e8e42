// 7.21.6.7p1, 6.7.3.1p4: the format is a restricted parameter, and written by other means
#include <stdio.h>

int main(void) {
    char format[8] = "%s";
    return sscanf("word", format, format) == 77; // undefined: restrict
}
