// 6.5.2.2p6: the argument's promoted type is int, the parameter's long
int wide();

int main(void) {
    return wide(0); // undefined: arguments
}

int wide(n)
long n;
{
    return n != 0;
}
