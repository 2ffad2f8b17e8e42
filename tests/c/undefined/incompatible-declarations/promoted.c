// 6.7.6.3p15, 6.2.7p2: without a prototype an argument would be a double, and the function takes a float
float half(); // undefined: incompatible-declarations

int main(void) {
    return half(3.0f) == 1.5f;
}
