// 6.5.6p7: &x + 1 is one past an array of one
int main(void) {
    int x = 0;
    int *p = &x + 1;
    return *p; // undefined: one-past-access
}
