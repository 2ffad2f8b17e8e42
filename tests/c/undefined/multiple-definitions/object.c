// 6.9p5: both files define the object
int shared = 1; // undefined: multiple-definitions

int main(void) {
    return shared != 1;
}
