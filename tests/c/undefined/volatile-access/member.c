// 6.7.3p6: the member is declared volatile
struct device {
    volatile int status;
    int data;
};

int main(void) {
    struct device d = {0, 0};
    int *p = (int *)&d.status;
    return *p; // undefined: volatile-access
}
