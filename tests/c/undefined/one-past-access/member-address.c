// 6.5.3.2p3, 6.5.6p8: there is no struct behind the last one whose member could be pointed to
struct pair { int first, second; };

int main(void) {
    struct pair pairs[2] = {{1, 2}, {3, 4}};
    struct pair *end = pairs + 2;
    int *p = &end->second; // undefined: one-past-access
    return p == &pairs[0].first;
}
