// 6.5.13p4: && does not evaluate its second operand when the first is 0
static int divides(int d, int n) {
    return (d != 0) && (n % d == 0);
}

int main(void) {
    return divides(0, 12);
}
