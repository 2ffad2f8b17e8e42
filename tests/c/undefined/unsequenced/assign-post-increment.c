// 6.5p2: two side effects on i, of = and of ++
int main(void) {
    int i = 0;
    i = i++ + 1; // undefined: unsequenced
    return i != 1;
}
