// 6.5.2.3p5: nor is a member of an atomic union
union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void) {
    _Atomic union word w = {0};
    w.bytes[1] = 2; // undefined: atomic-member
    return 0;
}
