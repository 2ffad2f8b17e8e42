typedef int t = 1; // error: a typedef is initialised
