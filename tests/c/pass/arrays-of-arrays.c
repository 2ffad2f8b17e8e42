// Rows, decay, and pointers to rows.
int m[2][3] = {1, 2, 3, 4};
int (*row)[3] = m;
int *cell = &m[1][2];
int f(int a[][3], int n) { return a[n][1] + (*row)[2] + 2[m[0]] + *(*(a + 1) + n); }
long d(void) { return &m[1] - &m[0] + (&m[1][2] - m[1]); }
