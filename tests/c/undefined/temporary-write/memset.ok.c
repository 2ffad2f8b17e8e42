// 6.2.4p8: it writes into the variable
#include <string.h>

struct text { char of[4]; };

int main(void) {
    struct text t = { "abc" };
    memset(t.of, 0, 2);
    return (0, t).of[1];
}
