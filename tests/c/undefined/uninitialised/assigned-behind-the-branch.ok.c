// 6.3.2.1p2: the assignment stands before the branch
static int f(int c) {
    int x;
    x = 1;
    if (c) {
        return x - 1;
    }
    return x - 1;
}

int main(void) {
    return f(0) + f(1);
}
