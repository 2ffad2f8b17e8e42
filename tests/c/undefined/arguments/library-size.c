// 6.5.2.2p6, 7.22.3.2p1: calloc takes size_t, and 2 is an int
void *calloc();
void free(void *);

int main(void) {
    int *p = calloc(2, sizeof *p); // undefined: arguments
    free(p);
    return 0;
}
