// 6.5.16.1p3: an operator gives a value of its own
union number { int whole; short half; };

int main(void) {
    union number n = {.half = 3};
    n.whole = +n.half;
    return n.whole != 3;
}
