// 6.7.3p6: a static array that is not const
static char table[4] = "abc";

static void set(char *p, int c) {
    *p = c;
}

int main(void) {
    set((char *)table + 1, 'x');
    return table[1] != 'x';
}
