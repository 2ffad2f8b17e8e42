// Alignment of objects, members and types.
_Alignas(32) char a;
_Alignas(double) _Alignas(2) int b;
struct s { char c; _Alignas(16) int d; int e __attribute__((aligned)); };
typedef int wide __attribute__((aligned(64)));
wide w;
unsigned long sizes[] = {sizeof(struct s), _Alignof(struct s), __alignof__(w), _Alignof(wide)};
