// 6.2.4p8: the chosen struct is a value; its array is increased in place
struct pair { int v[2]; };

int main(int argc, char **argv) {
    struct pair a = { { 1, 2 } }, b = { { 3, 4 } };
    (argc > 9 ? a : b).v[0]++; // undefined: temporary-write
    return 0;
}
