enum e { }; // error: expected a name of an enumerator
