// 6.2.7p2: the other unit defines it as long
extern int shared; // undefined: incompatible-declarations

int main(void) {
    return shared != 0;
}
