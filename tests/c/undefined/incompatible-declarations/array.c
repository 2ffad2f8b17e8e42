// 6.2.7p2: a pointer is declared, an array defined
extern char *name; // undefined: incompatible-declarations

int main(void) {
    return &name == 0;
}
