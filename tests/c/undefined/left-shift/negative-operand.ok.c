// 6.5.7p5: shifting -1 right is implementation-defined
int main(void) {
    int x = -1;
    return x >> 1 != -1;
}
