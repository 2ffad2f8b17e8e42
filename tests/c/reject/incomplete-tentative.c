// At the end of the unit it must be complete.
struct s;
struct s x; // error: 'x' has type 'struct s', which is never completed
