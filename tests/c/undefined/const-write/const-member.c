// 6.7.3p6: the member is defined const, its struct is not
#include <stdlib.h>
#include <string.h>

struct s {
    const int id;
    int n;
};

int main(void) {
    struct s s = {1, 2};
    int *p = (int *)&s.id;
    *p = 2; // undefined: const-write
    return s.id != 2;
}
