// 6.7.6.3p7: without static a null pointer is an argument like others
static int is_there(const char name[1]) {
    return name != 0;
}

int main(void) {
    return is_there(0);
}
