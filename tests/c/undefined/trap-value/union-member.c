// 6.5.2.3p3 (note 95): the byte is reinterpreted, and 255 is a trap value of _Bool
union u {
    unsigned char byte;
    _Bool flag;
};

int main(void) {
    union u u;
    u.byte = 255;
    return !u.flag; // undefined: trap-value
}
