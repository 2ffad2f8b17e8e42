// 6.8.4p3: the literal is of the block around
int main(int argc, char **argv) {
    int *p = &argc, *literal = &(int){ 3 };
    if (argc < 9)
        p = literal;
    return *p - 3;
}
