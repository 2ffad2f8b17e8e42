// Blocks with a value.
int f(int x)
{
    int y = ({ int t = x; t * t; });
    return ({ y; }) + sizeof(({ char c; c; })) + ({ if (y) goto out; 1; }) + ({ struct { int a[2]; } s = {{1, 2}}; s; }).a[1];
out:
    ({ ; });
    return 0;
}
