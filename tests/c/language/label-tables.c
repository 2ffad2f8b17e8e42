/* Differences of labels: tables of them need no relocation (GNU). How far labels lie
   apart is open; where that leads is not. */
#include <stdio.h>

static int run(const unsigned char *code)
{
    static const int table[] = { &&halt - &&halt, &&up - &&halt, &&down - &&halt };
    int count = 0;

    goto *(&&halt + table[*code++]);
up:
    count++;
    goto *(&&halt + table[*code++]);
down:
    count--;
    goto *(&&halt + table[*code++]);
halt:
    return count;
}

static int second(int which)
{
    void *labels[] = { &&first, &&second };
    long apart = (char *)labels[1] - (char *)labels[0];

    goto *((char *)labels[0] + (which ? apart : 0));
first:
    return 1;
second:
    return 2;
}

/* A distance that comes by way of another. */
static int around(void)
{
    long there = &&end - &&middle, back = &&middle - &&end;

    goto *(&&end + back);
middle:
    printf("middle\n");
    goto *(&&middle + (there + back + there));
end:
    printf("end\n");
    return 3;
}

/* A label and itself. */
static int nothing(void *where)
{
here:
    if (where == &&here)
        return where - &&here == 0;
    return nothing(&&here);
}

int main(void)
{
    static const unsigned char code[] = { 1, 1, 2, 1, 0 };

    printf("%d\n", run(code));
    printf("%d %d\n", second(0), second(1));
    printf("%d\n", around());
    printf("%d\n", nothing(0));
    return 0;
}
