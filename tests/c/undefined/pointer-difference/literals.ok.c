// 6.5.6p9: two places of one literal
int main(void) {
    const char *s = "hello", *t = "world";
    t = s + 5;
    return t - s != 5 || *t;
}
