// 6.2.6.1p4: all bytes of s may be reached through a pointer to s itself
struct s {
    char name[4];
    char tag;
};

int main(void) {
    struct s s = {"abc", 0};
    int i = 4;
    return ((char *)&s)[i];
}
