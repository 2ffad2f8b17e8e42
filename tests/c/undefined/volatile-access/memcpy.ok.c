// 6.7.3p6: element by element through the volatile array
#include <string.h>

int main(void) {
    volatile char from[3] = {1, 2, 3};
    char to[3];
    for (int i = 0; i < 3; i++) to[i] = from[i];
    return to[2] != 3;
}
