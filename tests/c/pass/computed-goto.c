// Labels are values.
int f(int x)
{
    static void *table[] = {&&zero, &&one};
    static const int offsets[] = {&&zero - &&zero, &&one - &&zero};
    goto *table[x & 1];
zero:
    return offsets[1] > 0;
one:
    goto *(&&zero + offsets[0]);
}
