// 6.7.3p9: an array's qualifier is its elements'
static const char table[4] = "abc";

static void set(char *p, int c) {
    *p = c; // undefined: const-write
}

int main(void) {
    set((char *)table + 1, 'x');
    return table[1] != 'x';
}
