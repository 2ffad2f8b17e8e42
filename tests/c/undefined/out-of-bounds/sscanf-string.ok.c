// 7.21.6.2p9: the width leaves room
#include <stdio.h>

int main(void) {
    char s[4];
    return sscanf("word", "%3s", s) != 1 || s[3] != 0;
}
