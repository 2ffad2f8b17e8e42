// 6.5.2.3p5: the whole is read, and a member of that value taken
struct point {
    int x, y;
};

static _Atomic struct point here;

int main(void) {
    here = (struct point){0, 1};
    struct point now = here;
    return now.x;
}
