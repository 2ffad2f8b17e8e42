// 6.5.16.1p3: the value goes through another object
union u {
    int i;
    float f;
};

int main(void) {
    union u u = {3};
    int i = u.i;
    u.f = i;
    return u.f != 3;
}
