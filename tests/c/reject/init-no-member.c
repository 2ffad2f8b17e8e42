struct { int a; } s = {.b = 1}; // error: 'struct <unnamed>' has no member named 'b'
