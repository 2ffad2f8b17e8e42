// 6.5.7p3: a count of zero
int main(void) {
    int x = 16;
    int n = 0;
    return (x >> n) != 16;
}
