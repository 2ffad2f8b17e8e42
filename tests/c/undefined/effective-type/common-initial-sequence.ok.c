// 6.5.2.3p6: here it is visible, and p is reached through it
struct head {
    int kind;
};

struct full {
    int kind, value;
};

union any {
    struct head head;
    struct full full;
};

int main(void) {
    union any u = {.full = {0, 1}};
    return u.head.kind;
}
