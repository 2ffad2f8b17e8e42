// 6.7.3p6: its neighbour is not
struct device {
    volatile int status;
    int data;
};

int main(void) {
    struct device d = {0, 0};
    int *p = &d.data;
    return *p;
}
