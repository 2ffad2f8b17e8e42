extern _Thread_local int x;
extern int x; // error: 'x' is thread-local in only one of its declarations
