// 7.21.6.6p1, 6.7.3.1p4: the count of %n is stored into what the restricted parameter writes
#include <stdio.h>

int main(void) {
    union {
        char text[8];
        int count;
    } u = {""};
    sprintf(u.text, "%d%n", 7, &u.count); // undefined: restrict
    return 0;
}
