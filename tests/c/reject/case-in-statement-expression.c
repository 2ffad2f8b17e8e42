int f(int x)
{
    switch (x) {
        x = ({ case 1: 2; 3; }); // error: this switch jumps into a statement expression
    }
    return x;
}
