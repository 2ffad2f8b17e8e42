// 6.7.6.3p15: a declaration without parameters is not compatible with an ellipsis
int sprintf();

int main(void) {
    char text[4];
    return sprintf(text, "%d", 7) == 77; // undefined: function-type
}
