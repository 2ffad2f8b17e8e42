void f(void)
{
    _Thread_local int x; // error: 'x' is '_Thread_local' in a block: make it 'static' or 'extern' too
}
