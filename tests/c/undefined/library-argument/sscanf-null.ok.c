// 7.21.6.7p3: an empty text is the end of the input
#include <stdio.h>

int main(void) {
    int n = 0;
    const char *volatile s = "";
    return sscanf(s, "%d", &n) != EOF;
}
