// 7.21.5.2p3: a null pointer means all streams for output
#include <stdio.h>

int main(void) {
    return fflush(NULL) != 0;
}
