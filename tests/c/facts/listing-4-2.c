// Listing 4.2: a loop of a jump and another loop overlap.
int main(void) {
    int i, j, k, turns = 0;
    int *p1 = &i, *p2, *p3;
label:
    p2 = &j;
    p3 = &k;
    for (i = 0; i < 3; i++) {
        if (i < 2 && turns++ < 2)
            goto label;
        p2 = p3;
    }
    return *p1 == 0;
}
