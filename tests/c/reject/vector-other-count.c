typedef int v4 __attribute__((vector_size(16)));
typedef short v8 __attribute__((vector_size(16)));
void f(v4 a, v8 b) { a = b; } // error: assignment: a value of type 'short __attribute__((vector_size(16)))' does not fit 'int __attribute__((vector_size(16)))'
