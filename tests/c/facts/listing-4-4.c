// Listing 4.4: the bytes of an integer through another member.
union { char *pChar; short *pShort; } U;
int main(void) {
    short i = -1;
    U.pShort = &i;
    *(U.pChar + 1) = 0;
    return i == -1;
}
