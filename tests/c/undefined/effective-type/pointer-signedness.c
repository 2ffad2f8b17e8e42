// 6.5p7: an int * object is read as an unsigned *; only the integers themselves go together
int main(void) {
    int x = 0, *p = &x;
    unsigned **q = (unsigned **)&p;
    return **q != 0; // undefined: effective-type
}
