// 6.2.7p1: the constants have other values in the other unit
enum colour { GREEN, RED };

extern enum colour shared; // undefined: incompatible-declarations

int main(void) {
    return &shared == 0;
}
