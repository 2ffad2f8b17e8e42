// Lengths that are known when the block is reached.
int sum(int n, int m, int a[n][m])
{
    int s = 0;
    int b[m], (*row)[m] = a;
    typedef int line[n + 1];
    line c;
    for (int i = 0; i < n; i++)
        s += row[i][m - 1] + a[i][0] + sizeof(line) + sizeof b[0] + sizeof *row;
    c[0] = b[0] = s;
    return c[0] + sizeof(int[n][m]) + sizeof(b) / sizeof *b;
}

// Parameters that are declared ahead, so that lengths can mention them (GNU).
int square(int n; int a[n][n], int n);
int ahead(int n, int m; int a[n][m], int m, int n) { return a[n - 1][m - 1] + sizeof a[0]; }
