// GNU C: the member itself may be accessed through the packed struct
struct __attribute__((packed)) p {
    char c;
    int n;
};

int main(void) {
    static _Alignas(8) struct p s = {1, 0};
    struct p *q = &s;
    return q->n;
}
