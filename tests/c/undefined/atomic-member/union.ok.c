// 6.5.2.3p5: the union is assigned as a whole
union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    static _Atomic union word w;
    union word now = w;
    now.bytes[1] = 2;
    w = now;
    return 0;
}
