// 6.5.2.4p2: the first ++ gives one past the end
int main(void) {
    char s[2] = "a";
    char *p = s + 1;
    if (!*p++)
        --p;
    return *p;
}
