void f(int x)
{
    switch (x) {
    default: break;
    case 1: break;
    default: break; // error: a switch has two default labels
    }
}
