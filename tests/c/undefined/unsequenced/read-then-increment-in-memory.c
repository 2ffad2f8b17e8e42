// 6.5p2: the left operand reads n, and the right one reads it again before it changes it
static int n = 1;

int main(void) {
    return n + n++ == 77; // undefined: unsequenced
}
