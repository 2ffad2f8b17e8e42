void f(int x, int y)
{
    switch (x) {
    case y:; // error: a case label is not an integer constant
    }
}
