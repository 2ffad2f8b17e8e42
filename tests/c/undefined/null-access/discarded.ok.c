// 6.5.3.2p3: &*p is p, and *p is not evaluated
int main(void) {
    int *p = 0;
    &*p;
    sizeof *p;
    return 0;
}
