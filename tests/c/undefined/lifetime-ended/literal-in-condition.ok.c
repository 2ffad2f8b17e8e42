// 6.8.4p3: within the if it lives
int main(void) {
    int *p;
    if (*(p = &(int){ 3 }) == 3)
        return *p - 3;
    return 1;
}
