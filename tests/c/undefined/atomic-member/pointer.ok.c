// 6.5.2.3p5: the member is atomic, not the struct
struct point {
    int x;
    _Atomic int y;
};

static struct point here;

static _Atomic int *second(void) {
    return &here.y;
}

int main(void) {
    return *second();
}
