int a[1.5]; // error: the length of an array has type 'double'
