// 7.24.5.8p3, 6.4.5p7: strtok overwrites the separator with a null character
#include <string.h>

int main(void) {
    char *text = "a,b";
    char *t = strtok(text, ","); // undefined: literal-write
    return !t || t[1] != 0;
}
