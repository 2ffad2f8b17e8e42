// 6.3.1.2p1: conversion to _Bool compares with 0, for NaN and fractions as well
#include <math.h>

int main(void) {
    double d = NAN;
    _Bool b = d, half = 0.5;
    return b != 1 || half != 1;
}
