typedef int t __attribute__((mode(XYZ))); // error: there is no mode 'XYZ' on this target
