// 6.5.15p4: the conditional chooses another object
static int spare;

int main(void) {
    int *p = 0;
    *(p ? p : &spare) += 1;
    return spare != 1;
}
