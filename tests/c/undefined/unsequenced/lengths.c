// 6.5p2: nothing orders the lengths of one declarator
int main(void) {
    int n = 3;
    int a[n++][n++]; // undefined: unsequenced
    return sizeof a == 0;
}
