// 6.2.4p6: the local of the outer call is still there
static int *deepest;

static void down(int n, int *outer) {
    int here = n;
    deepest = outer;
    if (n) down(n - 1, outer);
    (void)here;
}

int main(void) {
    int top = 0;
    down(3, &top);
    return *deepest;
}
