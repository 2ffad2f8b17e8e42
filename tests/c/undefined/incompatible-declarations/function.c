// 6.2.7p2: the declaration's parameter is not the definition's
int f(const long *n); // undefined: incompatible-declarations

int main(void) {
    return f == 0;
}
