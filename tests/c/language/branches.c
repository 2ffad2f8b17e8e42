// Branches get their code when they are first reached: in whichever call that is,
// and whatever is on the stack by then.
#include <stdio.h>
#include <stdlib.h>

// The call that is on top reaches a branch first; the callers come to it later,
// and need more room for its values than they had when they were called.
static long deep(int n, long a, long b, long c) {
    long r = a;
    if (n > 0) {
        r = deep(n - 1, b, c, a + n);
    }
    if (n < 3) {
        r = ((a + b) * (b + c) - (c + a) * (a - b)) ^ ((a * b - b * c) + (c * a - (a + (b - (c + n)))));
        if (n == 1) {
            long s = (r + a) * (r + b) - ((r + c) * (a + (b * (c + (a * (b + (c - r)))))));
            r += s;
        }
    } else {
        r -= n;
    }
    return r;
}

// A comparison that is called from a library function, which it calls again.
static int depth;
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (depth == 0) {
        int inner[3] = {3, 1, 2};
        depth++;
        qsort(inner, 3, sizeof inner[0], compare);
        depth--;
        if (inner[0] != 1) {
            printf("not sorted\n");
        }
    }
    if (x < y) {
        return -1;
    } else {
        return x > y;
    }
}

// Jumps out of branches, before and after their loop has code.
static int jumps(int n) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        int twice;
        if (i == n) {
            continue;
        }
        twice = 2 * i;
        if (i > n + 4) {
            twice++;
            if (twice % 3 == 0) {
                sum += 1000;
                break;
            }
        }
        do {
            if (twice > 7) {
                twice -= 5;
                if (n == 2) {
                    break;
                }
                continue;
            }
            sum += twice;
        } while (twice > 20);
        switch (i & 3) {
        case 0: {
            int own = i + n;
            sum += own;
            break;
        }
        case 1: {
            sum ^= 5;
        }
        case 2: {
            if (sum > 30) {
                continue;
            }
            sum += 7;
        } break;
        default: {
            sum--;
        }
        }
    }
    return sum;
}

// Cases of a switch that stand in a branch of it.
static int device(int n) {
    int sum = 0;
    switch (n) {
        if (n > 5) {
        case 1:
            sum += 1;
        } else {
        case 2:
            sum += 10;
        }
    default:
        sum += 100;
    }
    return sum;
}

int main(void) {
    for (int n = 0; n < 6; n++) {
        printf("%ld %d %d\n", deep(n, 3, -7, 11), jumps(n), device(n));
    }
    int all[5] = {5, 2, 9, 1, 7};
    qsort(all, 5, sizeof all[0], compare);
    for (int i = 0; i < 5; i++) {
        printf("%d ", all[i]);
    }
    printf("\n");
    return 0;
}
