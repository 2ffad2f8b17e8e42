// 6.7.4p8: the function returns when n is 0
#include <stdlib.h>

_Noreturn static void check(int n) {
    if (n) abort();
} // undefined: noreturn-returned

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 0) check(0);
    return 0;
}
