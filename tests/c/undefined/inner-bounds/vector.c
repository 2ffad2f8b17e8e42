// 6.5.6p8: a vector has no more elements than its type says (GNU)
typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    v4 v[2] = {{0}};
    int i = 4;
    return v[0][i]; // undefined: inner-bounds
}
