auto int x; // error: 'x' is declared 'auto' outside of functions
