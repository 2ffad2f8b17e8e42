// 6.5.16.1p3: a _Bool is given the int that it lies in
union cell { int number; _Bool truth; };

int main(void) {
    union cell c = {1};
    c.truth = c.number; // undefined: overlapping-assignment
    return !c.truth;
}
