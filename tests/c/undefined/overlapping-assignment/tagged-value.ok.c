// 6.5.4p5: the cast is an operator, what it gives is stored
struct tagged {
    union { long i; double n; } value;
    int tag;
};

static void to_number(struct tagged *o) {
    o->value.n = (double)o->value.i;
    o->tag = 2;
}

int main(void) {
    struct tagged o = {{.i = 6}, 1};
    to_number(&o);
    return o.value.n != 6.0;
}
