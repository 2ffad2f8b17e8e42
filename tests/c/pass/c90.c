// std: c90
/* What GNU C and C99 made keywords is a name here. */

int inline = 1;
int asm = 2;
int typeof = 3;

__inline__ static int twice(int *__restrict where)
{
    return *where * 2;
}

int sum(void)
{
    return twice(&inline) + asm + typeof;
}
