// 6.7.3p6: a copy over a struct changes its const member
#include <string.h>

struct item { int count; const int id; };

int main(void) {
    struct item a = { 1, 2 }, b = { 3, 4 };
    memcpy(&a, &b, sizeof a); // undefined: const-write
    return 0;
}
