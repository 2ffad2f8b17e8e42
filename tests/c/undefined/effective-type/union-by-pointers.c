// 6.5p7: the int stored through p is read through a float pointer, no union in sight
union u {
    int i;
    float f;
};

static int both(int *p, float *q) {
    *p = 0;
    return *q != 0; // undefined: effective-type
}

int main(void) {
    union u u = {1};
    return both(&u.i, &u.f);
}
