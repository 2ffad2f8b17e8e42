// GNU C: control reaches __builtin_unreachable()
int main(int argc, char **argv) {
    (void)argv;
    if (argc < 100) __builtin_unreachable(); // undefined: unreachable
    return 0;
}
