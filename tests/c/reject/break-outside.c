void f(void)
{
    break; // error: 'break' outside of a loop and of a switch
}
