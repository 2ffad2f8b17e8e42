// 6.9p5: the definition, for both
struct s {
    int n;
    char tag;
};

struct s shared = {0, 0};
