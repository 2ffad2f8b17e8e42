// 6.4.5p7: the elements point to literals
int main(void) {
    char *names[] = {"one", "two"};
    names[1][2]++; // undefined: literal-write
    return names[0][0] != 'o';
}
