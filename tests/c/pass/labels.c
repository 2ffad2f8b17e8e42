// Labels, local labels, and jumps over blocks.
int f(int x)
{
    __label__ again;
    if (x > 10)
        goto done;
again:
    ({ __label__ again; goto again; again: x++; });
    if (x < 5)
        goto again;
done: __attribute__((unused));
    return x;
}
