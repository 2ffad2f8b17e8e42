// 6.2.6.1p4: in two halves it is a whole
#include <string.h>

int main(void) {
    int x = 0, *p = &x, *q;
    char *from = (char *)&p, *to = (char *)&q;
    memcpy(to, from, sizeof p / 2);
    memcpy(to + sizeof p / 2, from + sizeof p / 2, sizeof p / 2);
    return *q;
}
