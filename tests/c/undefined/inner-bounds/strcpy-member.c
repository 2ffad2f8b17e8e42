// 7.1.4p1, 6.5.6p8: the array is a member of four characters, and five are copied
#include <string.h>

struct pair { char name[4]; char other[4]; };

int main(void) {
    struct pair pair = {"", "xyz"};
    strcpy(pair.name, "abcd"); // undefined: inner-bounds
    return pair.other[0] != 0;
}
