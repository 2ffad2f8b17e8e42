// 6.5.2.2p9: both have the table's type
typedef double operation(double);

static double half(double x) {
    return x / 2;
}

static double third(double x) {
    return x / 3;
}

int main(void) {
    operation *table[] = {half, (operation *)third};
    double x = 6;
    for (int i = 0; i < 2; i++)
        x = table[i](x);
    return x != 1;
}
