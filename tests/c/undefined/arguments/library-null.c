// 6.5.2.2p6, 7.22.1.3p1: 0 is no pointer where nothing converts it
double strtod();

int main(void) {
    return strtod("7", 0) == 77.0; // undefined: arguments
}
