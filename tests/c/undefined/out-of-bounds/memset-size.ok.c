// 7.24.6.1p2: exactly the array
#include <string.h>

int main(void) {
    int a[5];
    memset(a, 0, sizeof a);
    return a[4];
}
