// 6.5p2: the value of p is used on the left while ++ changes it on the right
int main(void) {
    char s[4] = "abc", t[4] = "", *p = s, *q = t;
    *p = *p++; // undefined: unsequenced
    return q[0];
}
