// 6.5.3.2p3, 6.5.6p8: the last struct has one
struct pair { int first, second; };

int main(void) {
    struct pair pairs[2] = {{1, 2}, {3, 4}};
    struct pair *last = pairs + 1;
    int *p = &last->second;
    return *p != 4;
}
