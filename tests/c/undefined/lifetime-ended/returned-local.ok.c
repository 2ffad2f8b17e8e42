// 6.2.4p3: a static local lives on
static int *cell(void) {
    static int x = 0;
    int *p = &x;
    return p;
}

int main(void) {
    return *cell();
}
