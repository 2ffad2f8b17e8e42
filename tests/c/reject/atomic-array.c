typedef int a[3];
_Atomic(a) x; // error: '_Atomic' of an array, 'a'
