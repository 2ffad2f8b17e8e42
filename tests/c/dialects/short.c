// options: -fshort-enums -fshort-wchar
// without: another output
// Enumerated types are as small as they can be, and so is wchar_t.
#include <stddef.h>
#include <stdio.h>

enum few { NONE, SOME, MANY };
enum signs { MINUS = -1, PLUS = 1 };
enum more { THOUSAND = 1000 };
enum most { BILLIONS = 5000000000 };
struct packs { enum few few; enum signs sign; enum more more; };

int main(void)
{
    enum few few = -1;
    printf("%zu %zu %zu %zu\n", sizeof(enum few), sizeof(enum signs), sizeof(enum more),
           sizeof(enum most));
    printf("%zu %d %zu\n", sizeof(struct packs), few, sizeof SOME);
    printf("%zu %zu %d\n", sizeof(wchar_t), sizeof L"ab", (wchar_t)-1);
    return 0;
}
