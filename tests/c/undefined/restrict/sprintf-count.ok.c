// 7.21.6.6p1: the count lies elsewhere
#include <stdio.h>

int main(void) {
    struct {
        char text[8];
        int count;
    } s = {"", 0};
    sprintf(s.text, "%d%n", 7, &s.count);
    return s.count != 1;
}
