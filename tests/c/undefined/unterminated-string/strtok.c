// 7.24.5.8p2: the second call runs off the array
#include <string.h>

int main(void) {
    char s[4] = {'a', ' ', 'b', 'c'};
    return strtok(s, " ") == 0; // undefined: unterminated-string
}
