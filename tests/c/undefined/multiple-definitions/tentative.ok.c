// 6.9.2p2: within one file it may be repeated, and static it is another object
static int counter;
static int counter;

int main(void) {
    return counter;
}
