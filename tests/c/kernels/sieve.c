// The sieve of Eratosthenes: loops over an array of bytes.
#include <stdio.h>

#define LIMIT 600000
#define ROUNDS 5

static unsigned char composite[LIMIT];

static int primes(void)
{
    int count = 0;
    for (int i = 0; i < LIMIT; i++)
        composite[i] = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i + i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    return count;
}

int main(void)
{
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += primes();
    printf("%ld\n", sum);
    return 0;
}
