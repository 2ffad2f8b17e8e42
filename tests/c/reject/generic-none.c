int x = _Generic(1.0, int: 1); // error: no association of '_Generic' fits type 'double'
