struct s {
    int a[]; // error: an array without length as the only member
};
