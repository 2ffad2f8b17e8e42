static extern int x; // error: a second storage class in the same declaration
