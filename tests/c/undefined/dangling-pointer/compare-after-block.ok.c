// 6.2.4p2: setting p to null in the block keeps it good
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        p = x ? 0 : p;
    }
    return p != 0;
}
