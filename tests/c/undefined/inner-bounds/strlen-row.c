// 7.24.6.3p2 with 6.5.6p8: the string does not end in its row
#include <string.h>

int main(void) {
    char rows[2][3] = {{'a', 'b', 'c'}, "d"};
    return strlen(rows[0]) == 4; // undefined: inner-bounds
}
