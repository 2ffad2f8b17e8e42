// Operands, constraints, clobbers, names and labels.
int g asm("other_name");
int f(int x)
{
    int y;
    asm("" ::: "memory");
    asm volatile("addl %1, %0" : "=r"(y) : "ri"(x), "0"(1) : "cc");
    asm("incl %[v]" : [v] "+m"(g));
    asm goto("" : : "r"(x) : : out);
    return y;
out:
    return g;
}
asm(".globl elsewhere");
