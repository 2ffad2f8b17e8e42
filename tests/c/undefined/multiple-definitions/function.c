// 6.9p5: both files define the function, though nobody calls it
int twice(int n) { // undefined: multiple-definitions
    return n * 2;
}

int main(void) {
    return 0;
}
