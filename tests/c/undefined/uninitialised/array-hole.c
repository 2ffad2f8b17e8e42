// 6.3.2.1p2: the loop left out the odd elements
int main(void) {
    int a[6];
    int sum = 0;
    for (int i = 0; i < 6; i += 2) a[i] = i;
    for (int i = 0; i < 6; i++) sum += a[i]; // undefined: uninitialised
    return sum != 6;
}
