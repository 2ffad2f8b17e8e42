// 6.5.16.1p3: one of its bytes is assigned to a number
union word { unsigned value; unsigned char bytes[4]; };

int main(void) {
    union word w = {.bytes = {1, 2, 0, 0}};
    w.value = w.bytes[1]; // undefined: overlapping-assignment
    return w.value == 7;
}
