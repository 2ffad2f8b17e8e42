// 6.2.4p8: a pointer chooses the variable itself
struct pair { int v[2]; };

int main(int argc, char **argv) {
    struct pair a = { { 1, 2 } }, b = { { 3, 4 } };
    (argc > 9 ? &a : &b)->v[0]++;
    return b.v[0] - 4;
}
