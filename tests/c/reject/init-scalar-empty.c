int x = {}; // error: empty braces initialise a scalar
