void f(void)
{
    case 1:; // error: 'case' outside of a switch
}
