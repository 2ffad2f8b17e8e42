// 6.2.4p3: a static keeps it
int main(void) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        static int x;
        if (i == 0) x = 7;
        else last = x + 1;
    }
    return last != 8;
}
