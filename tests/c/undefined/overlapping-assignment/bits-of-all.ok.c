// 6.5.16.1p3: the mask gives a value of its own
union flags {
    unsigned all;
    struct { unsigned low : 4, high : 4; } part;
};

int main(void) {
    union flags f = {0x25};
    f.part.low = f.all & 15;
    return f.part.low != 5;
}
