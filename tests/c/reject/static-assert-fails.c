_Static_assert(sizeof(int) == 2, "int is two bytes"); // error: a static assertion fails: "int is two bytes"
