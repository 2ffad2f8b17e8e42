// 6.5.3.4p2: sizeof does not use the value of p
int main(void) {
    int *p;
    return sizeof *p != sizeof(int);
}
