int n;
int a[n]; // error: an array at file scope whose length is not a constant
