int a[2](void); // error: an array of 'int(void)', whose size is not known
