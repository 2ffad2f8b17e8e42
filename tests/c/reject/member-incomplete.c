struct s {
    struct s inner; // error: member 'inner' has incomplete type 'struct s'
};
