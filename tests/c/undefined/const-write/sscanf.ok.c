// 6.7.3p6: it is not
#include <stdio.h>

int main(void) {
    int n = 1;
    return sscanf("5", "%d", (int *)&n) != 1 || n != 5;
}
