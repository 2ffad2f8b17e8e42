// 6.7.6p3: a sequence point comes between two declarators
int main(void) {
    int n = 3;
    int a[n++], b[n++];
    return sizeof a != 3 * sizeof(int) || sizeof b != 4 * sizeof(int);
}
