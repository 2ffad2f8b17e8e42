// 6.2.7p2: as the other unit defines it
extern long shared;

int main(void) {
    return shared != 0;
}
