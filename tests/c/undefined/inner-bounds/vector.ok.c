// 6.5.6p8: the last one
typedef int v4 __attribute__((vector_size(16)));

int main(void) {
    v4 v[2] = {{0}};
    int i = 3;
    return v[0][i];
}
