// 6.5.16.1p3: int and unsigned are not compatible types
union u {
    int i;
    unsigned other;
};

int main(void) {
    union u u = {7};
    u.i = u.other; // undefined: overlapping-assignment
    return u.i != 7;
}
