int a[0x7fffffffffffffff]; // error: an array is too large
