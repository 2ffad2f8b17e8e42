// 6.8.5p5: so is the body of a loop
int main(void) {
    int *last = 0, i = 0;
    while (i < 3)
        last = &(int){ i++ };
    return *last - 2; // undefined: lifetime-ended
}
