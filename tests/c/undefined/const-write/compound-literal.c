// 6.5.2.5p4, 6.7.3p6: the compound literal's object is const
int main(void) {
    int *p = (int *)(const int[]){1, 2};
    p[0] -= 1; // undefined: const-write
    return p[0];
}
