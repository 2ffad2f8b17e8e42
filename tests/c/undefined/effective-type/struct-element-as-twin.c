// 6.5p7: an element of an array is assigned as another struct
struct a { short n; char c; };
struct b { short n; char c; };

int main(void) {
    struct a many[3] = { { 1, 'a' } };
    struct b one = { 2, 'b' };
    *(struct b *)&many[1] = one; // undefined: effective-type
    return 0;
}
