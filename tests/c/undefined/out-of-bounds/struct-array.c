// 6.5.6p8: the fifth struct's member
struct s {
    char c;
    int n[2];
};

int main(void) {
    static struct s all[3] = {{'a', {1, 2}}};
    int i = 4;
    return all[i].n[1]; // undefined: out-of-bounds
}
