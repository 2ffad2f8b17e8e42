// GNU C: it may read what others write
static int count;

__attribute__((pure, noinline)) static int next(int n) {
    return count + n;
}

int main(void) {
    count = 0;
    return next(0);
}
