// 6.5.2.2p6: void * may be
static int first(s)
char *s;
{
    return *s;
}

int main(void) {
    int x = 0;
    return first((void *)&x);
}
