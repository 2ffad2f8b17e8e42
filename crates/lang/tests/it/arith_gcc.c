/* The other side of arith_gcc.rs: computes with the compiler's own code.
 *
 * Each line on standard input is a case, "operation type type a b": the
 * numbers of the operation and of two types, and two operands as the hexadecimal
 * bits of 128. (An operation "literal" has a text in the place of the operands.)
 * Each line on standard output is the result's bits, or the id of an undefined
 * behaviour. Whether an operation is defined is found in another way than in
 * the Rust code: by the compiler's overflow builtins, by shifting back, by
 * comparing in binary128. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;
typedef __float128 f128;
typedef _Float16 f16;

enum {
    ADD, SUB, MUL, DIV, REM, SHL, SHR, AND, OR, XOR, LT, GT, LE, GE, EQ, NE,
    NEG, BITNOT, NOT, CONVERT, LITERAL
};
enum { I8, U8, I16, U16, I32, U32, I64, U64, I128, U128, BOOL, F16, F32, F64, F80, F128 };

static void put(u128 bits)
{
    unsigned long high = bits >> 64, low = bits;
    if (high)
        printf("%lx%016lx\n", high, low);
    else
        printf("%lx\n", low);
}

#define UNDEFINED(id) do { puts(id); return; } while (0)
#define UNDEFINED_IF(condition, id) do { if (condition) UNDEFINED(id); } while (0)

/* The operators that are the same for signed and unsigned. In the types
 * smaller than int they are done in int and cut back. */
#define COMMON(T)                                                             \
    case AND: put((i128)(T)(a & b)); return;                                  \
    case OR: put((i128)(T)(a | b)); return;                                   \
    case XOR: put((i128)(T)(a ^ b)); return;                                  \
    case BITNOT: put((i128)(T)~a); return;                                    \
    case NOT: put(!a); return;                                                \
    case LT: put(a < b); return;                                              \
    case GT: put(a > b); return;                                              \
    case LE: put(a <= b); return;                                             \
    case GE: put(a >= b); return;                                             \
    case EQ: put(a == b); return;                                             \
    case NE: put(a != b); return;

#define SIGNED(NAME, T, U)                                                    \
    static void int_##NAME(int op, u128 ua, u128 ub)                          \
    {                                                                         \
        T a = (T)ua, b = (T)ub, r;                                            \
        i128 n = (i128)ub;                                                    \
        U shifted;                                                            \
        switch (op) {                                                         \
        COMMON(T)                                                             \
        case ADD:                                                             \
            UNDEFINED_IF(__builtin_add_overflow(a, b, &r), "signed-overflow"); \
            put((i128)(T)(a + b));                                            \
            return;                                                           \
        case SUB:                                                             \
            UNDEFINED_IF(__builtin_sub_overflow(a, b, &r), "signed-overflow"); \
            put((i128)(T)(a - b));                                            \
            return;                                                           \
        case MUL:                                                             \
            UNDEFINED_IF(__builtin_mul_overflow(a, b, &r), "signed-overflow"); \
            put((i128)(T)(a * b));                                            \
            return;                                                           \
        case NEG:                                                             \
            UNDEFINED_IF(__builtin_sub_overflow((T)0, a, &r), "signed-overflow"); \
            put((i128)(T)-a);                                                 \
            return;                                                           \
        case DIV:                                                             \
        case REM:                                                             \
            UNDEFINED_IF(!b, "division-by-zero");                             \
            UNDEFINED_IF(b == -1 && __builtin_sub_overflow((T)0, a, &r),      \
                         "division-overflow");                                \
            put((i128)(T)(op == DIV ? a / b : a % b));                        \
            return;                                                           \
        case SHL:                                                             \
            UNDEFINED_IF(n < 0 || n >= 8 * (int)sizeof(T), "shift-count");    \
            shifted = (U)((U)a << n);                                         \
            UNDEFINED_IF(a < 0 || (T)shifted < 0 || (U)(shifted >> n) != (U)a, \
                         "left-shift");                                       \
            put((i128)(T)(a << n));                                           \
            return;                                                           \
        case SHR:                                                             \
            UNDEFINED_IF(n < 0 || n >= 8 * (int)sizeof(T), "shift-count");    \
            put((i128)(T)(a >> n));                                           \
            return;                                                           \
        }                                                                     \
        UNDEFINED("no such operation");                                       \
    }

#define UNSIGNED(NAME, T)                                                     \
    static void int_##NAME(int op, u128 ua, u128 ub)                          \
    {                                                                         \
        T a = (T)ua, b = (T)ub;                                               \
        i128 n = (i128)ub;                                                    \
        switch (op) {                                                         \
        COMMON(T)                                                             \
        case ADD: put((T)(a + b)); return;                                    \
        case SUB: put((T)(a - b)); return;                                    \
        case MUL: put((T)(1u * a * b)); return;                               \
        case NEG: put((T)-a); return;                                         \
        case DIV:                                                             \
        case REM:                                                             \
            UNDEFINED_IF(!b, "division-by-zero");                             \
            put((T)(op == DIV ? a / b : a % b));                              \
            return;                                                           \
        case SHL:                                                             \
            UNDEFINED_IF(n < 0 || n >= 8 * (int)sizeof(T), "shift-count");    \
            put((T)(a << n));                                                 \
            return;                                                           \
        case SHR:                                                             \
            UNDEFINED_IF(n < 0 || n >= 8 * (int)sizeof(T), "shift-count");    \
            put((T)(a >> n));                                                 \
            return;                                                           \
        }                                                                     \
        UNDEFINED("no such operation");                                       \
    }

SIGNED(I8, signed char, unsigned char)
SIGNED(I16, short, unsigned short)
SIGNED(I32, int, unsigned)
SIGNED(I64, long, unsigned long)
SIGNED(I128, i128, u128)
UNSIGNED(U8, unsigned char)
UNSIGNED(U16, unsigned short)
UNSIGNED(U32, unsigned)
UNSIGNED(U64, unsigned long)
UNSIGNED(U128, u128)

/* Floating values travel as their bits; long double has 10 bytes that count. */
#define FLOAT(NAME, T, SIZE)                                                  \
    static T get_##NAME(u128 bits)                                            \
    {                                                                         \
        T value;                                                              \
        memset(&value, 0, sizeof value);                                      \
        memcpy(&value, &bits, SIZE);                                          \
        return value;                                                         \
    }                                                                         \
    static void put_##NAME(T value)                                           \
    {                                                                         \
        u128 bits = 0;                                                        \
        memcpy(&bits, &value, SIZE);                                          \
        put(bits);                                                            \
    }                                                                         \
    static void float_##NAME(int op, u128 ua, u128 ub)                        \
    {                                                                         \
        T a, b;                                                               \
        memcpy(&a, &ua, SIZE);                                                \
        memcpy(&b, &ub, SIZE);                                                \
        switch (op) {                                                         \
        case ADD: put_##NAME(a + b); return;                                  \
        case SUB: put_##NAME(a - b); return;                                  \
        case MUL: put_##NAME(a * b); return;                                  \
        case DIV: put_##NAME(a / b); return;                                  \
        case NEG: put_##NAME(-a); return;                                     \
        case NOT: put(!a); return;                                            \
        case LT: put(a < b); return;                                          \
        case GT: put(a > b); return;                                          \
        case LE: put(a <= b); return;                                         \
        case GE: put(a >= b); return;                                         \
        case EQ: put(a == b); return;                                         \
        case NE: put(a != b); return;                                         \
        }                                                                     \
        UNDEFINED("no such operation");                                       \
    }

FLOAT(F16, f16, 2)
FLOAT(F32, float, 4)
FLOAT(F64, double, 8)
FLOAT(F80, long double, 10)
FLOAT(F128, f128, 16)

/* The bounds are exact in binary128, apart from the lowest of 128 bits less
 * one: there no binary128 value lies in between. */
#define TO_INT(NAME, T, MIN, LIMIT)                                           \
    case NAME:                                                                \
        UNDEFINED_IF(!(wide < (LIMIT) && (sizeof(T) == 16 && (MIN) < 0        \
                     ? wide >= (MIN) : wide > (MIN) - 1)), "float-to-int");   \
        put((i128)(T)value);                                                  \
        return;

#define P(n) ((f128)((u128)1 << (n)))
#define FROM_FLOAT(FROM, T)                                                   \
    case FROM: {                                                              \
        T value = get_##FROM(bits);                                           \
        f128 wide = value;                                                    \
        switch (to) {                                                         \
        TO_INT(I8, signed char, -P(7), P(7))                                  \
        TO_INT(U8, unsigned char, (f128)0, P(8))                              \
        TO_INT(I16, short, -P(15), P(15))                                     \
        TO_INT(U16, unsigned short, (f128)0, P(16))                           \
        TO_INT(I32, int, -P(31), P(31))                                       \
        TO_INT(U32, unsigned, (f128)0, P(32))                                 \
        TO_INT(I64, long, -P(63), P(63))                                      \
        TO_INT(U64, unsigned long, (f128)0, P(64))                            \
        TO_INT(I128, i128, -P(127), P(127))                                   \
        TO_INT(U128, u128, (f128)0, 2 * P(127))                               \
        case BOOL: put((_Bool)value); return;                                 \
        case F16: put_F16((f16)value); return;                                \
        case F32: put_F32((float)value); return;                              \
        case F64: put_F64((double)value); return;                             \
        case F80: put_F80((long double)value); return;                        \
        case F128: put_F128((f128)value); return;                             \
        }                                                                     \
        break;                                                                \
    }

#define FROM_INT(FROM, T)                                                     \
    case FROM: {                                                              \
        T value = (T)bits;                                                    \
        switch (to) {                                                         \
        case I8: put((i128)(signed char)value); return;                       \
        case U8: put((unsigned char)value); return;                           \
        case I16: put((i128)(short)value); return;                            \
        case U16: put((unsigned short)value); return;                         \
        case I32: put((i128)(int)value); return;                              \
        case U32: put((unsigned)value); return;                               \
        case I64: put((i128)(long)value); return;                             \
        case U64: put((unsigned long)value); return;                          \
        case I128: put((i128)value); return;                                  \
        case U128: put((u128)value); return;                                  \
        case BOOL: put((_Bool)value); return;                                 \
        case F16: put_F16((f16)value); return;                                \
        case F32: put_F32((float)value); return;                              \
        case F64: put_F64((double)value); return;                             \
        case F80: put_F80((long double)value); return;                        \
        case F128: put_F128((f128)value); return;                             \
        }                                                                     \
        break;                                                                \
    }

static void convert(int from, int to, u128 bits)
{
    switch (from) {
    FROM_INT(I8, signed char)
    FROM_INT(U8, unsigned char)
    FROM_INT(I16, short)
    FROM_INT(U16, unsigned short)
    FROM_INT(I32, int)
    FROM_INT(U32, unsigned)
    FROM_INT(I64, long)
    FROM_INT(U64, unsigned long)
    FROM_INT(I128, i128)
    FROM_INT(U128, u128)
    FROM_FLOAT(F16, f16)
    FROM_FLOAT(F32, float)
    FROM_FLOAT(F64, double)
    FROM_FLOAT(F80, long double)
    FROM_FLOAT(F128, f128)
    }
    UNDEFINED("no such conversion");
}

#ifdef QUADMATH
f128 strtoflt128(const char *, char **);
#endif

static void literal(int type, const char *text)
{
    switch (type) {
    case F32: put_F32(strtof(text, 0)); return;
    case F64: put_F64(strtod(text, 0)); return;
    case F80: put_F80(strtold(text, 0)); return;
#ifdef QUADMATH
    case F128: put_F128(strtoflt128(text, 0)); return;
#endif
    }
    UNDEFINED("no such literal");
}

static u128 hexadecimal(char **text)
{
    u128 bits = 0;
    while (**text == ' ')
        ++*text;
    for (; **text > ' '; ++*text)
        bits = bits << 4 | (**text <= '9' ? **text - '0' : **text - 'a' + 10);
    return bits;
}

int main(void)
{
    static void (*const operate[])(int, u128, u128) = {
        [I8] = int_I8, [U8] = int_U8, [I16] = int_I16, [U16] = int_U16,
        [I32] = int_I32, [U32] = int_U32, [I64] = int_I64, [U64] = int_U64,
        [I128] = int_I128, [U128] = int_U128,
        [F16] = float_F16, [F32] = float_F32, [F64] = float_F64,
        [F80] = float_F80, [F128] = float_F128,
    };
    char *line = 0;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char *text = line;
        int op = hexadecimal(&text), type = hexadecimal(&text), other = hexadecimal(&text);
        if (op == LITERAL) {
            literal(type, text + 1);
            continue;
        }
        u128 a = hexadecimal(&text), b = hexadecimal(&text);
        if (op == CONVERT)
            convert(type, other, a);
        else
            operate[type](op, a, b);
    }
    return 0;
}
