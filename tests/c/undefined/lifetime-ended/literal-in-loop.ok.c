// 6.8.5p5: each is used in its own round
int main(void) {
    int sum = 0, i = 0;
    while (i < 3)
        sum += *&(int){ i++ };
    return sum - 3;
}
