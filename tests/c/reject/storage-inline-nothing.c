inline struct s; // error: 'inline' or '_Noreturn' in a declaration that declares nothing
