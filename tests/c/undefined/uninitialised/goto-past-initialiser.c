// 6.2.4p6: the jump skips the initialiser, and x is indeterminate
int main(void) {
    int skip = 1;
    if (skip) goto in;
    {
        int x = 1;
    in:
        skip += x; // undefined: uninitialised
    }
    return skip < 0;
}
