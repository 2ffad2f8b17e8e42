// 6.5.2.2p6: no parameter, one argument
static int zero()
{
    return 0;
}

int main(void) {
    return zero(1); // undefined: arguments
}
