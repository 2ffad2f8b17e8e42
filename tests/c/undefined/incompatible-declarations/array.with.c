// 6.9p5: the definition, for both
char name[5] = "name";
