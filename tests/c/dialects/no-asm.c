// options: -fno-asm
// without: rejected
// The words that GNU C adds are names.
#include <stdio.h>

int main(void)
{
    int asm = 1, typeof = 2;
    __typeof__(asm) inline_still = 3;
    printf("%d %d\n", asm + typeof, inline_still);
    return 0;
}
