__auto_type x; // error: '__auto_type' needs an initialiser
