// 6.2.7p1: structs of two units are compatible when their members agree in name and type
struct s {
    int value;
    char tag;
};

extern struct s shared; // undefined: incompatible-declarations

int main(void) {
    return shared.tag;
}
