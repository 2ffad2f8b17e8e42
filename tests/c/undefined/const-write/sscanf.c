// 6.7.3p6: the object that is read into is const
#include <stdio.h>

int main(void) {
    const int n = 1;
    return sscanf("5", "%d", (int *)&n) == 77; // undefined: const-write
}
