// 6.4.2.2p1: which may be copied
#include <string.h>

int main(void) {
    char name[sizeof __func__];
    strcpy(name, __func__);
    name[0] = 'M';
    return name[0] != 'M';
}
