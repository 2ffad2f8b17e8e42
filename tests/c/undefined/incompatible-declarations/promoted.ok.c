// 6.7.6.3p15, 6.2.7p2: both say that it takes a float
float half(float);

int main(void) {
    return half(3.0f) != 1.5f;
}
