// 6.8.6.4p3, 6.3.1.4p1: the returned value converts as by assignment
static short narrow(double d) {
    return d; // undefined: float-to-int
}

int main(void) {
    return narrow(32768.0) == 0;
}
