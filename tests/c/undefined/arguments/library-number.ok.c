// 6.5.2.2p6: it gets one
int toupper();

int main(void) {
    return toupper('a') != 'A';
}
