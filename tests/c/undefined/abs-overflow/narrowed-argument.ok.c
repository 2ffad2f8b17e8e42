// 6.3.1.3p3: it converts to -1 here
#include <stdlib.h>

int main(void) {
    long long n = 0xffffffffLL;
    return abs(n) != 1;
}
