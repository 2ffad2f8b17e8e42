// 6.5.2.2p9: qsort calls strncmp, which takes three arguments, with two
#include <stdlib.h>
#include <string.h>

int main(void) {
    char words[3][4] = {"one", "two", "six"};
    qsort(words, 3, sizeof words[0], (int (*)(const void *, const void *))strncmp); // undefined: function-type
    return 0;
}
