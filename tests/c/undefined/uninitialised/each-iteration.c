// 6.2.4p6: the value is lost each time the declaration is reached
int main(void) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) x = 7;
        else last = x + 1; // undefined: uninitialised
    }
    return last != 8;
}
