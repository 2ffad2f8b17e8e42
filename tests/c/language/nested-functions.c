// A nested function works on the variables of the call that encloses it.
#include <stdio.h>
#include <string.h>

static int apply(int (*f)(int), int x)
{
    return f(x);
}

static int counter(int start)
{
    int n = start;
    int step(int by)
    {
        n += by;
        return n;
    }
    step(1);
    apply(step, 10);
    return n;
}

// Each call has its own variables, also those of the calls around it.
static int deep(int n, int (*first)(int))
{
    int own(int x) { return x * 100 + n; }
    if (n == 3)
        first = own;
    if (n > 0)
        return deep(n - 1, first);
    return first(7) + own(1) * 10000;
}

static int two_levels(int a)
{
    int middle(int b)
    {
        int inner(int c)
        {
            a++;
            b += a;
            return a + b + c;
        }
        int first = inner(1), second = inner(2);
        return first * 1000 + second + b;
    }
    int m = middle(10);
    return m + a;
}

static int mutual(int n)
{
    int calls = 0;
    auto int odd(int);
    int even(int x)
    {
        calls++;
        return x == 0 ? 1 : odd(x - 1);
    }
    int odd(int x)
    {
        calls++;
        return x == 0 ? 0 : even(x - 1);
    }
    int result = even(n);
    return result * 100 + calls;
}

static int variable_lengths(int n)
{
    int a[n][n];
    memset(a, 0, sizeof a);
    int trace(void)
    {
        int s = 0;
        for (int i = 0; i < sizeof a / sizeof a[0]; i++)
            s += a[i][i];
        return s;
    }
    void fill(int b[n][n])
    {
        for (int i = 0; i < n; i++)
            b[i][i] = i;
    }
    fill(a);
    n = 0;
    return trace();
}

static int found(const int *a, int n, int wanted)
{
    __label__ out;
    int at = -1;
    void look(int i)
    {
        if (a[i] == wanted) {
            at = i;
            goto out;
        }
    }
    for (int i = 0; i < n; i++)
        look(i);
    return -100;
out:
    return at;
}

struct point {
    int x, y;
};

static struct point moved(struct point p)
{
    struct point by(int d)
    {
        struct point q = p;
        q.x += d;
        p.y = 50;
        return q;
    }
    struct point r = by(5);
    r.y += p.y;
    return r;
}

int main(void)
{
    printf("%d\n", counter(5));
    printf("%d\n", deep(5, 0));
    printf("%d\n", two_levels(1));
    printf("%d\n", mutual(6));
    printf("%d\n", variable_lengths(4));
    int a[] = {4, 8, 15, 16};
    printf("%d\n", found(a, 4, 15));
    printf("%d\n", found(a, 4, 23));
    struct point p = moved((struct point){1, 2});
    printf("%d %d\n", p.x, p.y);
    return 0;
}
