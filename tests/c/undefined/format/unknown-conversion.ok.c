// output: 100%
// 7.21.6.1p8: %% is a complete conversion
#include <stdio.h>

int main(void) {
    printf("%d%%\n", 100);
    return 0;
}
