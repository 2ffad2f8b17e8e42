// 6.2.4p6: x lives until its block ends
int main(void) {
    int *p;
    {
        int x = 5;
        p = &x;
    }
    return *p != 5; // undefined: lifetime-ended
}
