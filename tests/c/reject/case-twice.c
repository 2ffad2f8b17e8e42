// Two cases of one switch may not have the same value, ranges included.
int f(int x)
{
    switch (x) {
    case 1: return 1;
    case 2 ... 9: return 2;
    case 5: return 3; // error: two cases of one switch have the value 5
    }
    return 0;
}
