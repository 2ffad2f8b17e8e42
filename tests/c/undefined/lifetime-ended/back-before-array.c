// 6.2.4p7: a jump back before the declaration leaves its scope
int main(void) {
    int n = 2, round = 0, *p = 0;
back:
    if (round++ > 0)
        return *p; // undefined: lifetime-ended
    int a[n];
    a[0] = 0;
    p = a;
    goto back;
}
