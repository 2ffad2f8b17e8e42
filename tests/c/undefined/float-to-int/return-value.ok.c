// 6.3.1.4p1: 32767.99 truncates to SHRT_MAX
static short narrow(double d) {
    return d;
}

int main(void) {
    return narrow(32767.99) != 32767;
}
