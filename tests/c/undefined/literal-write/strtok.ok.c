// 7.24.5.8p3: in an array of the program's own
#include <string.h>

int main(void) {
    char text[] = "a,b";
    char *t = strtok(text, ",");
    return !t || t[1] != 0;
}
