unsigned float x; // error: these words do not make a type together
