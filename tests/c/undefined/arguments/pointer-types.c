// 6.5.2.2p6: int * is passed for char *
static int first(s)
char *s;
{
    return *s;
}

int main(void) {
    int x = 0;
    return first(&x); // undefined: arguments
}
