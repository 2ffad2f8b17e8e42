// 6.5p7: an int * object is accessed through an lvalue of type void *
static void clear(void **p) {
    *p = 0; // undefined: effective-type
}

int main(void) {
    int x = 0, *p = &x;
    clear((void **)&p);
    return p != 0;
}
