struct s { float a : 3; }; // error: a bit-field cannot have type 'float'
