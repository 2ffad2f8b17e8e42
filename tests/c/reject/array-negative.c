int a[-1]; // error: the length of an array is negative
