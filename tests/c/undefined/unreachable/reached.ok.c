// GNU C: it does not
int main(int argc, char **argv) {
    (void)argv;
    if (argc < 0) __builtin_unreachable();
    return 0;
}
