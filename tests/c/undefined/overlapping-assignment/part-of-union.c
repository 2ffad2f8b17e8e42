// 6.5.16.1p3: an element of one member is assigned to another member
union number { int whole; short halves[2]; };

int main(void) {
    union number n = {.halves = {1, 2}};
    n.whole = n.halves[0]; // undefined: overlapping-assignment
    return n.whole == 3;
}
