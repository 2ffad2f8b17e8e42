/* GNU C: `break` and `continue` in a statement expression that is the condition or
   the step of a loop belong to the loop around it. */

int printf(const char *, ...);

static void from_do(void) {
    int i, j = 0;
    for (i = 0; i < 3; i++) {
        do {
            j++;
        } while (({ if (j == 2) break; j < 5; }));
        printf("do %d %d\n", i, j);
    }
    printf("do left at %d %d\n", i, j);
}

static void from_step(void) {
    int i, j = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 2; ({ if (i == 1) continue; j++; }))
            printf("step %d %d\n", i, j);
    printf("step left at %d %d\n", i, j);
}

static void from_while(void) {
    int i = 0, j = 0;
    while (i < 3) {
        i++;
        while (({ if (i == 2) break; j < i; }))
            j++;
    }
    printf("while left at %d %d\n", i, j);
}

int main(void) {
    from_do();
    from_step();
    from_while();
    return 0;
}
