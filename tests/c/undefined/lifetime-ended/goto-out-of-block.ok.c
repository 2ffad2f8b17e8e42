// 6.2.4p6: goto back to before the declaration does not leave the block
int main(void) {
    int *p = 0;
    int again = 1;
    {
    back:;
        int x = 1;
        if (p == &x) again = 0;
        p = &x;
        if (again) goto back;
        x = 0;
        return *p;
    }
}
