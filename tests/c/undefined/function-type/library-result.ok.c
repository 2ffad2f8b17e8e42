// 6.7.6.3p15: without parameters the type is compatible, and the arguments fit
long strtol();

int main(void) {
    char text[] = "7", *end;
    return strtol(text, &end, 10) != 7;
}
