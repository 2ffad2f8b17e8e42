// 6.2.4p2: pointer arithmetic uses the value
int main(void) {
    char *p = 0;
    for (int i = 0; i < 1; i++) {
        char s[] = "ab";
        p = s;
    }
    p++; // undefined: dangling-pointer
    return 0;
}
