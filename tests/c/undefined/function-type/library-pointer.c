// 6.5.2.2p9: strlen called as a function that returns int
#include <string.h>

int main(void) {
    int (*length)(const char *) = (int (*)(const char *))strlen;
    return length("ab") == 77; // undefined: function-type
}
