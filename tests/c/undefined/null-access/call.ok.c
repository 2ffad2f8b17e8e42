// 6.5.9p6: comparing it with null is defined
typedef int function(void);

static int zero(void) {
    return 0;
}

int main(void) {
    function *f[2] = {zero};
    return f[0]() + (f[1] ? f[1]() : 0);
}
