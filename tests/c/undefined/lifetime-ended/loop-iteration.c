// 6.2.4p6: each iteration's body is a new block with a new x
int main(void) {
    int *p = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i) sum += *p; // undefined: lifetime-ended
        p = &x;
    }
    return sum < 0;
}
