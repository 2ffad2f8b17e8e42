// 6.5.2.5p5: a compound literal in a block has automatic storage of that block
int main(void) {
    int *p = 0;
    if (!p) {
        p = (int[]){7, 0};
    }
    return p[1]; // undefined: lifetime-ended
}
