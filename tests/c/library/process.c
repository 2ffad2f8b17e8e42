// errno, the environment, signals, the end
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    printf("%d\n", errno);
    errno = 5;
    printf("%d\n", errno);
    printf("%d\n", getenv("ELENCHUS_HAS_NO_SUCH_VARIABLE") == NULL);
    printf("%d\n", signal(SIGTERM, SIG_IGN) == SIG_DFL);
    printf("%d\n", raise(SIGTERM));
    printf("%d\n", signal(SIGTERM, SIG_DFL) == SIG_IGN);
    srand(1);
    assert(errno == 5);
    exit(0);
}
