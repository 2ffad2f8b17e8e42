void f(void)
{
    auto int g(void); // error: nested function 'g' is promised, but not defined
}
