// 7.1.4p2: a function may be declared without its header, with its own type
int abs(int);

int main(void) {
    return abs(-2) != 2;
}
