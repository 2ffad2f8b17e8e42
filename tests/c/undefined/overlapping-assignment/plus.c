// 6.5.16.1p3: the half is read as it is stored
union number { int whole; short half; };

int main(void) {
    union number n = {.half = 3};
    n.whole = n.half; // undefined: overlapping-assignment
    return n.whole != 3;
}
