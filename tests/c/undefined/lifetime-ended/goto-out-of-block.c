// 6.2.4p6: goto leaves the block, and the object with it
int main(void) {
    int *p = 0;
    {
        int x = 1;
        p = &x;
        goto out;
    }
out:
    return *p - 1; // undefined: lifetime-ended
}
