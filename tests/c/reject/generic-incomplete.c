int x = _Generic(1, struct s: 1, default: 2); // error: an association of '_Generic' has no size: 'struct s'
