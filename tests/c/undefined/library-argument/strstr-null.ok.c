// 7.24.5.7p3: an empty string is found at once
#include <string.h>

int main(void) {
    const char *volatile what = "", *volatile s = "abc";
    return strstr(s, what) != s;
}
