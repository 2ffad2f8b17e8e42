// 6.5.13p4: && is a sequence point
static int n = 1;

int main(void) {
    return (n && n++) != 1 || n != 2;
}
