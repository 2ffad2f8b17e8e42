struct { int a; } s = {1, {2}}; // error: a braced list for no member: there are no more
