// 6.5p2: the update by += is unsequenced to the one by ++
int main(void) {
    int x = 2;
    x += x++; // undefined: unsequenced
    return x == 77;
}
