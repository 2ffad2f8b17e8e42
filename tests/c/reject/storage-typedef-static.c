typedef static int t; // error: a second storage class in the same declaration
