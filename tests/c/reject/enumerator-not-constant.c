int x;
enum e { A = x }; // error: the value of an enumerator is not an integer constant
