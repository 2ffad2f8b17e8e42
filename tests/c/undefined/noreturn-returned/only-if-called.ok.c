// 6.7.4p8: the promise is about what happens: it is never called
#include <stdlib.h>

_Noreturn static void check(int n) {
    if (n) abort();
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc < 0) check(0);
    return 0;
}
