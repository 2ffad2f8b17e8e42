// 6.2.4p8: it is read within the full expression
struct pair { int v[2]; };

int main(void) {
    struct pair a = { { 1, 2 } }, b;
    int first = *(b = a).v;
    return first - b.v[0];
}
