// 6.5.5p5: the last turn divides by zero
int main(void) {
    long long sum = 0;
    for (int i = 3; i >= 0; i--)
        sum += 6LL / i; // undefined: division-by-zero
    return sum != 11;
}
