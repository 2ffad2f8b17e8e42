// 6.5p2: the subscript uses the value of i, unsequenced to i++
int main(void) {
    int a[3] = {0, 0, 0}, i = 1;
    a[i] = i++; // undefined: unsequenced
    return a[0];
}
