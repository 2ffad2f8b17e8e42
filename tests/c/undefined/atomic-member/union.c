// 6.5.2.3p5: nor is a member of an atomic union
union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    static _Atomic union word w;
    w.bytes[1] = 2; // undefined: atomic-member
    return 0;
}
