// 6.5.2.2p6: both arguments have its type
void *calloc();
void free(void *);

int main(void) {
    int *p = calloc(sizeof(char[2]), sizeof *p);
    free(p);
    return 0;
}
