// 6.5.2.2p9: the second entry was put into the table by a cast
typedef double operation(double);

static double half(double x) {
    return x / 2;
}

static float third(float x) {
    return x / 3;
}

int main(void) {
    operation *table[] = {half, (operation *)third};
    double x = 6;
    for (int i = 0; i < 2; i++)
        x = table[i](x); // undefined: function-type
    return x == 77;
}
