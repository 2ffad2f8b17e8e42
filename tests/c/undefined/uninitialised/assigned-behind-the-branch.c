// 6.3.2.1p2: the assignment stands behind the branch, and was done only in another call
static int f(int c) {
    int x;
    if (c) {
        return x; // undefined: uninitialised
    }
    x = 1;
    return x - 1;
}

int main(void) {
    return f(0) + f(1);
}
