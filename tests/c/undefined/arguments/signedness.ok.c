// 6.5.2.2p6: 1 is
static int check(n)
unsigned n;
{
    return n == 0;
}

int main(void) {
    int n = 1;
    return check(n);
}
