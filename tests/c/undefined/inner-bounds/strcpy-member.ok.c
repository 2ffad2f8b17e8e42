// 7.1.4p1, 6.5.6p8: three and their end fit
#include <string.h>

struct pair { char name[4]; char other[4]; };

int main(void) {
    struct pair pair = {"", "xyz"};
    strcpy(pair.name, "abc");
    return pair.other[0] != 'x';
}
