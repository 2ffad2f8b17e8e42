// 6.5.2.2p6: as many as there are
static int add(a, b)
int a, b;
{
    return a + 0 * b;
}

int main(void) {
    return add(0, 1);
}
