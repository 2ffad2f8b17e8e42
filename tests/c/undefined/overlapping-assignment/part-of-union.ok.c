// 6.5.16.1p3: the value goes by way of another object
union number { int whole; short halves[2]; };

int main(void) {
    union number n = {.halves = {1, 2}};
    short half = n.halves[0];
    n.whole = half;
    return n.whole != 1;
}
