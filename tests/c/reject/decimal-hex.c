_Decimal32 x = 0x1.0p1df; // error: a hexadecimal constant cannot be decimal floating
