// 6.5.2.4p2: *p++ on both sides, of two pointers
int main(void) {
    char s[4] = "abc", t[4] = "", *p = s, *q = t;
    while ((*q++ = *p++) != 0) continue;
    return t[2] != 'c';
}
