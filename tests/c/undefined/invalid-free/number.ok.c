// 7.22.3.3p2: for a null pointer nothing happens
#include <stdlib.h>

int main(void) {
    free((void *)0);
    return 0;
}
