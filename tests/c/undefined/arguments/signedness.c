// 6.5.2.2p6: -1 is not representable in both int and unsigned
static int check(n)
unsigned n;
{
    return n == 0;
}

int main(void) {
    int n = -1;
    return check(n); // undefined: arguments
}
