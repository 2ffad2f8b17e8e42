// Words are cut out, turned round, compared and counted: pointers to char.
#include <stdio.h>
#include <string.h>

#define ROUNDS 6000
#define WORDS 64
#define LONGEST 16

static const char text[] =
    "the quick brown fox jumps over the lazy dog while the slow green turtle "
    "walks under the busy cat and the old red hen sleeps beside the young pig "
    "so that a level noon civic radar may say wow to mom and dad at the kayak";

static char table[WORDS][LONGEST];
static int counts[WORDS], used;

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void reverse(char *word, int length)
{
    for (int i = 0, j = length - 1; i < j; i++, j--) {
        char c = word[i];
        word[i] = word[j];
        word[j] = c;
    }
}

static int find(const char *word)
{
    for (int i = 0; i < used; i++)
        if (equal(table[i], word))
            return i;
    strcpy(table[used], word);
    counts[used] = 0;
    return used++;
}

int main(void)
{
    long palindromes = 0;
    unsigned long hash = 5381;
    for (int round = 0; round < ROUNDS; round++) {
        const char *p = text;
        used = 0;
        while (*p) {
            char word[LONGEST], turned[LONGEST];
            int length = 0;
            while (*p && *p != ' ')
                word[length++] = *p++;
            word[length] = 0;
            while (*p == ' ')
                p++;
            memcpy(turned, word, length + 1);
            reverse(turned, length);
            palindromes += strcmp(word, turned) == 0;
            counts[find(word)]++;
            for (int i = 0; turned[i]; i++)
                hash = hash * 33 ^ (unsigned char)turned[i];
        }
    }
    printf("%d words, %d the, %ld palindromes, %lu\n", used, counts[0], palindromes, hash);
    return 0;
}
