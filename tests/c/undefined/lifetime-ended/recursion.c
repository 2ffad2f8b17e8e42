// 6.2.4p6: each call has its own local; the deeper one is gone
static int *deepest;

static void down(int n, int *outer) {
    int here = n;
    if (n) down(n - 1, &here);
    else deepest = &here;
    (void)outer;
}

int main(void) {
    int top = 0;
    down(3, &top);
    return *deepest; // undefined: lifetime-ended
}
