// 6.5.17p2: the left operand of a comma is not used
static double nothing(void) {
}

static int positive(double d) {
    return d > 0;
}

int main(void) {
    return positive((nothing(), 1.0)) != 1;
}
