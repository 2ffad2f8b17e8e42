// 6.5.2.2p6: the definition has a prototype, the call does not see it
int sum();

int main(void) {
    return sum(1.0f, 2) == 77; // undefined: arguments
}

int sum(int a, int b) {
    return a + b;
}
