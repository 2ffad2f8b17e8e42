// 6.5.2.2p6, 7.4.2.2p1: toupper takes one argument
int toupper();

int main(void) {
    return toupper() == 77; // undefined: arguments
}
