// 6.5.2.2p9: pointers to different structs are different parameter types
struct a {
    int n;
};

struct b {
    int n;
};

typedef struct b other;

static int get(const struct a *p) {
    return p != 0;
}

int main(void) {
    int (*f)(const other *) = (int (*)(const other *))get;
    return f(0); // undefined: function-type
}
