// 6.5.16.1p3: the conversion is part of the assignment
struct tagged {
    union { long i; double n; } value;
    int tag;
};

static void to_number(struct tagged *o) {
    o->value.n = o->value.i; // undefined: overlapping-assignment
    o->tag = 2;
}

int main(void) {
    struct tagged o = {{.i = 6}, 1};
    to_number(&o);
    return o.value.n != 6.0;
}
