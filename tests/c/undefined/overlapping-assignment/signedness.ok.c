// 6.5.16.1p3: const int and int are
union u {
    int i;
    const int other;
};

int main(void) {
    union u u = {7};
    u.i = u.other;
    return u.i != 7;
}
