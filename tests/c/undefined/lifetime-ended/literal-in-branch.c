// 6.8.4p3: a branch is a block without braces too; its compound literal ends with it
int main(int argc, char **argv) {
    int *p = &argc;
    if (argc < 9)
        p = &(int){ 3 };
    return *p - 3; // undefined: lifetime-ended
}
