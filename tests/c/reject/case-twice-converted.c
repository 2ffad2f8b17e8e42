// The values are compared after conversion to the promoted type of the switch.
int f(unsigned x)
{
    switch (x) {
    case -1: return 1;
    case 4294967295u: return 2; // error: two cases of one switch have the value 4294967295
    }
    return 0;
}
