// 6.5p2: two side effects on i
int main(void) {
    int i = 1;
    int r = i++ * i++; // undefined: unsequenced
    return r == 77;
}
