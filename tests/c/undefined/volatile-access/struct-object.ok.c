// 6.7.3p6: converting the pointer is not an access
struct s {
    int a, b;
};

int main(void) {
    volatile struct s s = {1, 0};
    struct s *p = (struct s *)&s;
    return ((volatile struct s *)p)->b;
}
