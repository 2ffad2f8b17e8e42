struct s {
    int a;
    union {
        int b;
        int a; // error: member 'a' is declared twice
    };
};
