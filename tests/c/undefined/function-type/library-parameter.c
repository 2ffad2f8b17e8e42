// 6.5.2.2p9, 7.22.6.1p1: the library's abs takes and returns int
double abs(double);

int main(void) {
    return abs(-2.0) == 77.0; // undefined: function-type
}
