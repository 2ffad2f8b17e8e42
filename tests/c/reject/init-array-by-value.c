int a[2];
int b[2] = a; // error: an array needs a braced list or a string as initialiser
