// 6.9p5: a definition, for both
int shared = 1;
