// 6.7.4p8: control reaches the end of a _Noreturn function
#include <stdlib.h>

_Noreturn static void stop(int status) {
    if (status) exit(0);
} // undefined: noreturn-returned

int main(void) {
    stop(0);
}
