int restrict x; // error: 'restrict' needs a pointer to an object, not 'int'
