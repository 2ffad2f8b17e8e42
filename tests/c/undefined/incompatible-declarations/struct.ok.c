// 6.2.7p1: they do
struct s {
    int n;
    char tag;
};

extern struct s shared;

int main(void) {
    return shared.tag;
}
