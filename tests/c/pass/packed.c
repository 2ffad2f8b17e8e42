// Pragmas and attributes that take padding away.
#pragma pack(push, 1)
struct a { char c; int i; };
#pragma pack(pop)
struct b { char c; int i __attribute__((packed)); short s; };
struct c { char c; struct a a; long l; } __attribute__((packed));
int sizes[] = {sizeof(struct a), sizeof(struct b), sizeof(struct c)};
int f(struct c *p) { return p->a.i + p->l; }
