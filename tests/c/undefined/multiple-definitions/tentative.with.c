// 6.9.2p2: the same, for both
int counter;
