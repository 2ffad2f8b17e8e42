struct s { int a[2]; } f(void);
int (*g(void))[2] { return &f().a; } // error: unary '&' needs an object or a function
