// 6.7.6.3p7: an argument for [static 3] with two elements
static int first(int v[static 3]) { // undefined: short-array
    return v[0];
}

int main(void) {
    int two[2] = { 0, 1 };
    return first(two);
}
