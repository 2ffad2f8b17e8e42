// 6.5.5p5: the last turn divides by one
int main(void) {
    long long sum = 0;
    for (int i = 3; i >= 1; i--)
        sum += 6LL / i;
    return sum != 11;
}
