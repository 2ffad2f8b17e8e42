// 7.21.7.4p2: an empty string prints nothing
#include <stdio.h>

int main(void) {
    const char *volatile s = "";
    return fputs(s, stdout) < 0;
}
