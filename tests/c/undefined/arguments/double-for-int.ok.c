// 6.5.2.2p6: float arguments and parameters are promoted to double
static int same(n)
float n;
{
    return n != 0;
}

int main(void) {
    return same(0.0f) | same(0.0);
}
