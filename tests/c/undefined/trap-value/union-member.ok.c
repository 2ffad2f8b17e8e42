// 6.5.2.3p3 (note 95): reading another member reinterprets; 1 is a value of _Bool
union u {
    unsigned char byte;
    _Bool flag;
};

int main(void) {
    union u u;
    u.byte = 1;
    return !u.flag;
}
