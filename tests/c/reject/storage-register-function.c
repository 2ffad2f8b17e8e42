register int f(void); // error: function 'f' cannot be 'register' or '_Thread_local'
