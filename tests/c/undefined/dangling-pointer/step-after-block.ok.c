// 6.2.4p6: the array's block encloses all uses
int main(void) {
    char *p = 0;
    char s[] = "ab";
    for (int i = 0; i < 1; i++) {
        p = s;
    }
    p++;
    return *p != 'b';
}
