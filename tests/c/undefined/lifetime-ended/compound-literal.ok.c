// 6.5.2.5p5: one outside of all functions has static storage
static int *s = (int[]){7, 0};

int main(void) {
    int *p = 0;
    if (!p) {
        p = s;
    }
    return p[1];
}
