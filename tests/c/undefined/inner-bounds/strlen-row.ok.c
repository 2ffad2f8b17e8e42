// 7.24.6.3p2 with 6.5.6p8: both rows hold strings, and a matrix may be filled by its first row
#include <string.h>

int main(void) {
    char rows[2][3] = {"ab", "d"};
    int short_enough = strlen(rows[0]) == 2 && strlen(rows[1]) == 1;
    memset(rows[0], 0, sizeof rows);
    return !short_enough || strlen(rows[1]) != 0;
}
