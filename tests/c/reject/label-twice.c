void f(void)
{
here:;
here:; // error: label 'here' stands twice in one function
}
