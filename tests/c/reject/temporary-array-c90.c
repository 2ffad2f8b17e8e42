// std: gnu90
struct s { int a[2]; } f(void);
int *g(void) { return f().a; } // error: an array that is no object is used, as C90 forbids
