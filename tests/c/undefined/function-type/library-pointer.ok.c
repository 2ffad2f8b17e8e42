// 6.3.2.3p8: converted back before the call
#include <string.h>

int main(void) {
    int (*length)(const char *) = (int (*)(const char *))strlen;
    return ((size_t (*)(const char *))length)("ab") != 2;
}
