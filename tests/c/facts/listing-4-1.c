// Listing 4.1: the null pointer needs three turns to where it is followed.
int main(void) {
    int i, j, k;
    int *p1 = &i;
    int *p2 = &j;
    int *p3 = &k;

    for (int n = 0; n < 2; n++) {
        p3 = p2;
        *p3 = 0;
        p2 = p1;
        p1 = 0;
    }
    return 0;
}
