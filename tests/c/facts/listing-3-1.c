// Listing 3.1: a conversion that C takes and that leads to a write of a constant.
char const c = 'x';
int main(void) {
    char *p = 0;
    char const **pc = (char const **)&p;
    *pc = &c;
    *p = 'y';
    return 0;
}
