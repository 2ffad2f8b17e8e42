// 6.8p3: the jump skips the declaration, x is assigned after
int main(void) {
    int skip = 1;
    if (skip) goto in;
    {
        int x = 1;
    in:
        x = 2;
        skip += x;
    }
    return skip < 0;
}
