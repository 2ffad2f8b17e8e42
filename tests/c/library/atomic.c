// gcc's atomic builtins, and stdatomic.h, which is made of them
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>

#define BOTH(op) \
    printf("%s %d", #op, __sync_fetch_and_##op(&n, 6)); \
    printf(" %d", __sync_##op##_and_fetch(&n, 5)); \
    printf(" %d", __atomic_fetch_##op(&n, 9, __ATOMIC_SEQ_CST)); \
    printf(" %d\n", __atomic_##op##_fetch(&n, 3, __ATOMIC_RELAXED));

int main(void)
{
    int n = 100, m = 1, e = 7;
    BOTH(add)
    BOTH(sub)
    BOTH(and)
    BOTH(or)
    BOTH(xor)
    BOTH(nand)
    n = INT_MAX;
    printf("%d\n", __sync_add_and_fetch(&n, 1));
    unsigned char c = 250;
    printf("%d\n", __atomic_add_fetch(&c, 10, 0));
    n = 7;
    printf("%d", __sync_bool_compare_and_swap(&n, 7, 8));
    printf(" %d", __sync_val_compare_and_swap(&n, 7, 9));
    printf(" %d\n", n);
    printf("%d", __atomic_compare_exchange_n(&n, &e, 5, 0, 0, 0));
    printf(" %d", e);
    printf(" %d", __atomic_compare_exchange_n(&n, &e, 5, 0, 0, 0));
    printf(" %d\n", n);
    __atomic_store(&n, &m, 0);
    __atomic_load(&n, &e, 0);
    m = 44;
    __atomic_exchange(&n, &m, &e, 0);
    printf("%d %d %d\n", n, m, e);
    printf("%d", __sync_lock_test_and_set(&m, 1));
    printf(" %d\n", m);
    __sync_lock_release(&m);
    printf("%d\n", m);
    char flag = 0;
    printf("%d", __atomic_test_and_set(&flag, 0));
    printf(" %d", __atomic_test_and_set(&flag, 0));
    __atomic_clear(&flag, 0);
    printf(" %d\n", flag);
    int a[4] = {1, 2, 3, 4}, *p = a;
    printf("%d", *__sync_fetch_and_add(&p, sizeof *p));
    printf(" %d\n", *p);
    atomic_int x;
    atomic_init(&x, 3);
    printf("%d", atomic_fetch_add(&x, 4));
    printf(" %d", atomic_load(&x));
    atomic_store(&x, 9);
    printf(" %d", atomic_exchange(&x, 10));
    int want = 10;
    printf(" %d", atomic_compare_exchange_strong(&x, &want, 11));
    printf(" %d", (int)x);
    atomic_flag f = ATOMIC_FLAG_INIT;
    printf(" %d", atomic_flag_test_and_set(&f));
    printf(" %d\n", atomic_flag_test_and_set(&f));
    atomic_thread_fence(memory_order_seq_cst);
    return 0;
}
