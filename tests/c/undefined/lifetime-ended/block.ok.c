// 6.2.4p6: x lives as long as main's outer block
int main(void) {
    int *p;
    int x = 5;
    {
        p = &x;
    }
    return *p != 5;
}
