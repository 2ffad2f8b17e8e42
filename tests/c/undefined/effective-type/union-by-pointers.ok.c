// 6.5.2.3p3: the access goes through the union
union u {
    int i;
    float f;
};

static int both(int *p, union u *q) {
    *p = 0;
    return q->f != 0;
}

int main(void) {
    union u u = {1};
    return both(&u.i, &u);
}
