// 6.5.2.2p6: a double where the definition wants an int
static int same(n)
int n;
{
    return n != 0;
}

int main(void) {
    return same(0.0); // undefined: arguments
}
