// 6.5.6p8: u.half has two elements, though the union is larger
union u {
    short half[2];
    short all[4];
};

int main(void) {
    union u u = {.all = {1, 2, 0, 4}};
    int i = 2;
    return u.half[i]; // undefined: inner-bounds
}
