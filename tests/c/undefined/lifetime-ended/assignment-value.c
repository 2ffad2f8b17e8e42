// 6.2.4p8: the value of an assignment is a temporary object, not the variable
struct pair { int v[2]; };

int main(void) {
    struct pair a = { { 1, 2 } }, b;
    int *first = (b = a).v;
    return 0 * (*first = 7); // undefined: lifetime-ended
}
