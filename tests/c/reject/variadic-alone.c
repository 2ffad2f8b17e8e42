int f(...); // error: '...' needs a named parameter before it
