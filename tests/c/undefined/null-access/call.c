// 6.5.3.2p4: a null pointer designates no function
typedef int function(void);

static int zero(void) {
    return 0;
}

int main(void) {
    function *f[2] = {zero};
    return f[0]() + f[1](); // undefined: null-access
}
