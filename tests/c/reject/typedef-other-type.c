enum e { A };
typedef enum e t;
typedef unsigned t; // error: typedef 't' is defined again, with another type or a variable one
