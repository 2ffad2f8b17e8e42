// 6.5.16p3: the update by += comes after the values of its operands
int main(void) {
    int x = 2;
    x += x * x;
    return x != 6;
}
