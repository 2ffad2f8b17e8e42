// A length is evaluated once, where its type is written, and remembered.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int a;
    double d;
};

static int calls;

static int counted(int x)
{
    calls++;
    return x;
}

static int sum(int n, int m, int a[n][m])
{
    int s = 0;
    n = m = 1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += a[i][j];
    return s + sizeof *a;
}

static long corners(int n, int a[][n][n + 1])
{
    long s = 0;
    n = 99;
    for (int i = 0; i < 2; i++)
        s += a[i][1][2];
    return s + sizeof a[0] + (&a[1] - &a[0]);
}

// Each call has its own lengths.
static int corner(int n, int a[n][n])
{
    if (n == 1)
        return a[0][0];
    int smaller[n - 1][n - 1];
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1; j++)
            smaller[i][j] = a[i + 1][j + 1] + (int)(sizeof a[0] / sizeof(int));
    return corner(n - 1, smaller);
}

static void arrays(void)
{
    int n = 3;
    int a[n];
    n = 2;
    int b[n][n + 1];
    n = 100;
    printf("%zu %zu %zu\n", sizeof a, sizeof b, sizeof b[0]);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            b[i][j] = i * 10 + j;
    int(*rows)[3] = b;
    printf("%d %d\n", rows[1][1], sum(2, 3, b));
    int (*function)(int n, int m, int a[n][m]) = sum;
    printf("%d\n", function(2, 3, b));
    int square[3][3] = {{0}};
    printf("%d\n", corner(3, square));
    __typeof__(b) like_b;
    printf("%zu\n", sizeof like_b);
    static int cube[2][2][3];
    cube[1][1][2] = 9;
    printf("%ld\n", corners(2, cube));
}

static void type_names(void)
{
    int n = 7;
    typedef int row[n];
    n = 1;
    row r, *p = &r;
    memset(r, 0, sizeof r);
    printf("%zu %zu %td\n", sizeof(row), sizeof *p, (p + 1) - p);
    printf("%zu\n", sizeof(int[counted(4)]));
    printf("%zu\n", sizeof(char[n++][2]));
    printf("%zu\n", sizeof(*(int(*)[counted(6)])0));
    printf("%d calls, %d\n", calls, n);
    struct table {
        int head;
        short rows[4][5];
    };
    printf("%zu\n", __builtin_offsetof(struct table, rows[n][n + 1]));
}

static void pointers(int n)
{
    int(*p)[n] = malloc(2 * sizeof *p);
    n = 1;
    p[1][3] = 5;
    printf("%d %d %zu\n", p[1][3], (*(p + 1))[3], sizeof *p);
    int(*q)[n] = (int(*)[n])p;
    n = 8;
    printf("%d\n", q[7][0]);
    free(p);
}

static void again_and_again(void)
{
    for (int i = 1; i < 4; i++) {
        char c[i][i];
        memset(c, i, sizeof c);
        printf("%d %zu\n", c[i - 1][i - 1], sizeof c);
    }
    int round = 0;
back:;
    int length = round + 1;
    int a[length];
    a[length - 1] = round;
    printf("%zu %d\n", sizeof a, a[round]);
    if (round++ < 3)
        goto back;
    struct pair s[length][length];
    s[length - 1][1].d = 2.5;
    printf("%g %zu\n", s[length - 1][1].d, sizeof s);
}

int main(void)
{
    arrays();
    type_names();
    pointers(4);
    again_and_again();
    return 0;
}
