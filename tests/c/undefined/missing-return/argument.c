// 6.9.1p12: the missing value is passed on as an argument
static double nothing(void) {
}

static int positive(double d) {
    return d > 0;
}

int main(void) {
    return positive(nothing()) & 0; // undefined: missing-return
}
