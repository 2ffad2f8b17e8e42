// 6.4.5p7: which string literals share bytes is open, but only such can as have the
// same characters where they would lie over each other.
#include <stdio.h>
#include <wchar.h>

static const char *const names[] = {"red", "green", "blue", "greenish"};

static int find(const char *name) {
    for (int i = 0; i < 4; i++)
        if (names[i] == name) return i;
    return -1;
}

int main(void) {
    // A name is found by its address, past others that differ.
    printf("%d %d %d\n", find(names[0]), find(names[2]), find(names[3]));
    // Not one character would be the same, or not the last.
    const char *a = "abc", *b = "xyz", *longer = "abcd";
    printf("%d %d %d\n", a == b, a == longer, b != longer);
    // The ends are the same, the beginnings are not.
    const char *tail = "xbc";
    printf("%d %d\n", a == tail, a + 1 == b + 1);
    // Also in the middle, all of both must agree.
    printf("%d\n", &"one"[1] == &"two"[1]);
    // Bytes count, not types: these are 1 and 2.
    printf("%d\n", (const void *)L"\1" == (const void *)L"\2");
    // One literal is always itself.
    const char *same = a;
    printf("%d %d\n", same == a, same + 1 == a);
    // A variable is nothing that a literal could share.
    static const char own[] = "abc";
    printf("%d\n", own == a);
    return 0;
}
