// 6.3.2.1p2: a loop that is never entered sets nothing
int main(void) {
    int i, last, n = 0;
    for (i = 0; i < n; i++)
        last = i;
    return last; // undefined: uninitialised
}
