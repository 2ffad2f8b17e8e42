// 6.7.9p21: an initialiser for one element sets all
int main(void) {
    int a[6] = {1};
    int sum = 0;
    for (int i = 0; i < 6; i += 2) a[i] = i;
    for (int i = 0; i < 6; i++) sum += a[i];
    return sum != 6;
}
