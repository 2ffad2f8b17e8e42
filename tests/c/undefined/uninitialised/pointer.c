// 6.3.2.1p2: p itself has no value
int main(void) {
    int *p;
    return *p; // undefined: uninitialised
}
