// 6.2.4p8: it is written after it was copied to a variable
struct three { int v[3]; };

static struct three make(void) {
    struct three t = { { 1, 2, 3 } };
    return t;
}

int main(void) {
    struct three own = make();
    own.v[1] = 5;
    return own.v[1] - make().v[1] - 3;
}
