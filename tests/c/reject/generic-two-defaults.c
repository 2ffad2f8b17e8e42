int x = _Generic(1, default: 1, default: 2); // error: '_Generic' has two defaults
