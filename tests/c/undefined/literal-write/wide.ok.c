// 6.7.9p15: an array of wchar_t
#include <stddef.h>

int main(void) {
    wchar_t w[] = L"xy";
    w[1] = L'z';
    return w[2] != 0;
}
