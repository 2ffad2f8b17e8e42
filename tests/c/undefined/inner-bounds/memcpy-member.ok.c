// 7.1.4p1, 6.5.6p8: the size is that of the member
#include <string.h>

struct message { char text[16]; void *data; int number; };

static const char source[] = "0123456789abcdef0123456789abcdef";

int main(void) {
    struct message message = {"", 0, 1};
    memcpy(message.text, source, sizeof message.text);
    return message.number != 1;
}
