// 6.7.6.3p7: three elements, at the end of a longer array
static int first(int v[static 3]) {
    return v[0];
}

int main(void) {
    int five[5] = { 4, 3, 0, 1, 2 };
    return first(five + 2);
}
