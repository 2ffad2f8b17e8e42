// 6.2.4p6: an array of constant length lives as long as its block
int main(void) {
    int round = 0, *p = 0;
back:
    if (round++ > 0)
        return *p;
    int a[2];
    a[0] = 0;
    p = a;
    goto back;
}
