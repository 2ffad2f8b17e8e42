// 6.7.4p8 (as GNU C's attribute): the loop ends
#include <stdlib.h>

static void die(void) __attribute__((noreturn));

static void die(void) {
    for (int i = 0; i < 2; i++) continue;
} // undefined: noreturn-returned

int main(void) {
    die();
}
