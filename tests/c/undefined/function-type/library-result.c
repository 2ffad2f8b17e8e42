// 6.5.2.2p9, 7.22.1.4p1: strtol returns long
int strtol();

int main(void) {
    char text[] = "7", *end;
    return strtol(text, &end, 10) == 77; // undefined: function-type
}
