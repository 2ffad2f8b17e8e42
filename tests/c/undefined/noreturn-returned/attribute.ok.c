// 6.7.4p8: a declaration with the promise, kept by the callee's callee
#include <stdlib.h>

static void die(void) __attribute__((noreturn));

_Noreturn static void really(void) {
    exit(0);
}

static void die(void) {
    really();
}

int main(void) {
    die();
}
