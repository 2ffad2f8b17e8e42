struct s {
    int a[]; // error: an array without length that is not the last member
    int b;
};
