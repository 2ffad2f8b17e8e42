union u {
    int n;
    int a[]; // error: an array without length in a union
};
