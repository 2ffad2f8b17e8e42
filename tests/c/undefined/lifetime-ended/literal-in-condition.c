// 6.8.4p3: the whole if is a block, with its condition
int main(void) {
    int *p;
    if (*(p = &(int){ 3 }) == 3)
        ;
    return *p - 3; // undefined: lifetime-ended
}
