// 6.5.13p4: && has a sequence point between its operands
int main(void) {
    int i = 1;
    int r = i++ && i++;
    return r != 1 || i != 3;
}
