// 6.5.2.2p6: char and short promote to int on both sides
int wide();

int main(void) {
    return wide('\0', (short)0);
}

int wide(c, s)
char c;
short s;
{
    return c + s;
}
