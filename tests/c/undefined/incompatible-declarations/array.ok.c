// 6.7.6.2p6: an array of unknown size is compatible with one of any
extern char name[];

int main(void) {
    return name[0] != 'n';
}
