// 6.5.16p3: a chain assigns each object once
int main(void) {
    int x, y;
    y = x = 1;
    return x - y;
}
