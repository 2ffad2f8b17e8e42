// 6.5.9p3: a comparison gives a value of its own
union cell { int number; _Bool truth; };

int main(void) {
    union cell c = {1};
    c.truth = c.number != 0;
    return !c.truth;
}
