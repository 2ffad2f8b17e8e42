void (*restrict p)(void); // error: 'restrict' needs a pointer to an object, not 'void (*)(void)'
