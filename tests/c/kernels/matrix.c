// Products of matrices of double: nested loops, two subscripts.
#include <stdio.h>

#define N 130
#define ROUNDS 5

static double a[N][N], b[N][N], c[N][N];

static void product(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 10;
            b[i][j] = (3 * i + j) % 7;
        }
    double trace = 0;
    for (int round = 0; round < ROUNDS; round++) {
        product();
        for (int i = 0; i < N; i++)
            trace += c[i][i];
    }
    printf("%.1f\n", trace);
    return 0;
}
