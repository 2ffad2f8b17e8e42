float half(float x) {
    return x / 2;
}
