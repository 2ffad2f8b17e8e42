// 6.5.2.3p3: the larger member covers the place
union u {
    short half[2];
    short all[4];
};

int main(void) {
    union u u = {.all = {1, 2, 0, 4}};
    int i = 2;
    return u.all[i];
}
