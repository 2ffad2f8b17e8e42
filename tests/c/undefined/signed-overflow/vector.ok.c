// 6.2.5p9: unsigned ones wrap
typedef unsigned char v8 __attribute__((vector_size(8)));

int main(void) {
    v8 v = {1, 2, 255};
    v += 1;
    return v[2];
}
