// 6.7.9p19: the third's, initialised implicitly
struct s {
    char c;
    int n[2];
};

int main(void) {
    static struct s all[3] = {{'a', {1, 2}}};
    int i = 2;
    return all[i].n[1];
}
