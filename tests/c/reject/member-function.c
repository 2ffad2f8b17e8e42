struct s {
    int f(void); // error: member 'f' is a function
};
