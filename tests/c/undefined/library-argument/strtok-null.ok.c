// 7.24.5.8p2: a null pointer goes on with the same string
#include <string.h>

int main(void) {
    char s[] = "a b";
    char *t = strtok(s, " ");
    t = strtok(NULL, " ");
    return t != s + 2;
}
