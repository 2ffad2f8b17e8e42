int a[3] = {[3] = 1}; // error: an index is outside of the array that is initialised
