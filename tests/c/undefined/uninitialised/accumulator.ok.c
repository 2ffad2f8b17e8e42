// 6.5.16p3: sum = writes without reading
int main(void) {
    int sum;
    for (int i = 1; i < 4; i++) {
        sum = i == 1 ? i : sum + i;
    }
    return sum != 6;
}
