// 6.2.4p6: within one iteration the pointer is good
int main(void) {
    int *p = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        p = &x;
        sum += *p;
    }
    return sum < 0;
}
