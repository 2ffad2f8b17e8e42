int x = _Generic(1L, int: 1, int: 2, default: 3); // error: '_Generic' has two associations for 'int'
