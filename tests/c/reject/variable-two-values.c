int x = 1;
int x = 2; // error: 'x' is defined twice
