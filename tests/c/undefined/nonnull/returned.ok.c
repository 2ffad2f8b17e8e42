// GNU C: it returns an object
static int cell;

__attribute__((returns_nonnull)) static int *find(int n) {
    int *none = 0;
    return n ? &cell : none;
}

int main(void) {
    int *p = find(1);
    return cell & (p == 0);
}
