// 6.5.16.2p3: sum += reads sum
int main(void) {
    int sum;
    for (int i = 1; i < 4; i++) {
        sum += i; // undefined: uninitialised
    }
    return sum == 0;
}
