// 7.24.5.8p3: the first call has nothing to go on with
#include <string.h>

int main(void) {
    char s[] = "a b";
    char *t = strtok(NULL, " "); // undefined: library-argument
    return t == s;
}
