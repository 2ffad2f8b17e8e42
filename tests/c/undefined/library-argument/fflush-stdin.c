// 7.21.5.2p2: the stream is one for input
#include <stdio.h>

int main(void) {
    return fflush(stdin) == 77; // undefined: library-argument
}
