// 6.9p5: the definition, for both
long shared = 0;
