// 7.4.2.2p3: what is not a lower-case letter is returned unchanged
#include <ctype.h>

int main(void) {
    int c = '+';
    return toupper(c) != '+';
}
