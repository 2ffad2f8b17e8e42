// 6.5.2.3p3 (note 95): through a union that is visible, it is reinterpreted
int main(void) {
    float f = 0;
    union {
        float f;
        int i;
    } u = {f};
    return u.i;
}
