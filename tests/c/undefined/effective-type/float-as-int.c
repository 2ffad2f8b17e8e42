// 6.5p7: a float object is read through an int lvalue
int main(void) {
    float f = 0;
    return *(int *)&f; // undefined: effective-type
}
