// 6.2.7p1: enumerations agree when their constants have the same names and values
enum colour { GREEN = 1, RED = 0 };

extern enum colour shared;

int main(void) {
    return shared != GREEN;
}
