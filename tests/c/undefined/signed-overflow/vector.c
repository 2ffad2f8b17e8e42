// 6.5p5: elements overflow like other integers, and char is not promoted (GNU)
typedef signed char v8 __attribute__((vector_size(8)));

int main(void) {
    v8 v = {1, 2, 127};
    v += 1; // undefined: signed-overflow
    return v[0] != 2;
}
