// 6.5.6p8: s.name[4] is not an element of name, though inside s
struct s {
    char name[4];
    char tag;
};

int main(void) {
    struct s s = {"abc", 0};
    int i = 4;
    return s.name[i]; // undefined: inner-bounds
}
