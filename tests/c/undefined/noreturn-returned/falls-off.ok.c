// 7.22.4.4: exit does not return
#include <stdlib.h>

_Noreturn static void stop(int status) {
    exit(status);
}

int main(void) {
    stop(0);
}
