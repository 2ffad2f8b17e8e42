// 6.5.2.2p6: and the promoted arguments fit it
int sum();

int main(void) {
    return sum(1.0f, '\2') != 3;
}

int sum(double a, int b) {
    return a + b;
}
