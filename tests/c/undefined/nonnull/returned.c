// GNU C: a function declared returns_nonnull returns null
static int cell;

__attribute__((returns_nonnull)) static int *find(int n) {
    int *none = 0;
    return n ? &cell : none; // undefined: nonnull
}

int main(void) {
    int *p = find(0);
    return cell & (p == 0);
}
