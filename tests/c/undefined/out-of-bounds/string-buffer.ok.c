// 7.24.2.3p2: four characters and the null are just five
#include <string.h>

int main(void) {
    char s[5];
    strcpy(s, "abcd");
    return s[4];
}
