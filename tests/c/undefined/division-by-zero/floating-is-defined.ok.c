// F.3, F.8: floating division by zero gives an infinity
int main(void) {
    double d = 0.5;
    d = d - 0.5;
    return !(1 / d > 1e308);
}
