enum e { A, B, A }; // error: 'A' is declared again as an enumerator
