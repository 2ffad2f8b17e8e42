// 6.5.16.1p3: a number is put together from its bytes
union word { unsigned value; unsigned char bytes[4]; };

int main(void) {
    union word w = {.bytes = {1, 2, 0, 0}};
    w.value = w.bytes[0] | w.bytes[1] << 8;
    return w.value == 7;
}
