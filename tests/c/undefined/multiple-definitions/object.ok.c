// 6.9p5: this file only declares it
extern int shared;

int main(void) {
    return shared != 1;
}
