// 6.5p2: elements are different objects
int main(void) {
    int a[2] = {1, 1}, i = 0;
    int j = 1;
    int r = a[i]++ + a[j]--;
    return r == 77;
}
