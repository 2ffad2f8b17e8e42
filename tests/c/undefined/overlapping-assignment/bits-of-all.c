// 6.5.16.1p3: a bit-field is given the number that contains it
union flags {
    unsigned all;
    struct { unsigned low : 4, high : 4; } part;
};

int main(void) {
    union flags f = {0x25};
    f.part.low = f.all; // undefined: overlapping-assignment
    return f.part.low != 5;
}
