int f(void)
{
    goto inside; // error: this goto jumps into a statement expression
    return ({ inside: 1; });
}
