// 6.7.6.3p7: a null pointer for [static 1]
static int is_there(const char name[static 1]) { // undefined: short-array
    return name == 0;
}

int main(void) {
    return is_there(0);
}
