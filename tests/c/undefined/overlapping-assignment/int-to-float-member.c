// 6.5.16.1p3: the overlap is exact, but the types are not compatible
union u {
    int i;
    float f;
};

int main(void) {
    union u u = {3};
    u.f = u.i; // undefined: overlapping-assignment
    return u.f != 3;
}
