// 6.4.5p7: a wide literal
#include <stddef.h>

int main(void) {
    wchar_t *w = L"xy";
    w[1] = L'z'; // undefined: literal-write
    return w[2] != 0;
}
