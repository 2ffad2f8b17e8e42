void f(double x)
{
    switch (x) { // error: a switch needs an integer, not 'double'
    }
}
