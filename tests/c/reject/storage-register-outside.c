// A global register variable must say which register.
register int x; // error: global register variable 'x' needs a register: asm("name")
