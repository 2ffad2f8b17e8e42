// 7.21.6.2p13: %ld stores a long, the argument points to an int
#include <stdio.h>

int main(void) {
    int n = 0;
    return sscanf("12", "%ld", &n) == 77; // undefined: format
}
