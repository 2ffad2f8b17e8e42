// Several declarations of one thing.
int a[];
extern int a[4];
int a[4];
static int b;
extern int b;
int f();
int f(int);
int g(void) { extern int a[]; extern int f(int); int f2(void); return a[1] + f(2) + b; }
int f(int x) { return x; }
typedef int t;
typedef int t;
struct s;
struct s *p;
struct s { t x; };
