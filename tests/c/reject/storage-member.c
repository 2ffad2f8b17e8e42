struct s {
    static int x; // error: a member is declared 'static'
};
