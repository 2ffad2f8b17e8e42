void f(int, void); // error: 'void' with a qualifier, or beside other parameters
