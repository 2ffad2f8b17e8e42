static int x;
int x; // error: 'x' was declared static before, and is not here
