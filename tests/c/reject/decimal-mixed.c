int f(_Decimal64 x)
{
    return x <= 2 && x <= 2.0dd && x <= 2.0; // error: a decimal operand with a binary floating one
}
