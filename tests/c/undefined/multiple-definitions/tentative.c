// 6.9.2p2: a tentative definition is one, with the initialiser 0, when its file ends
int counter; // undefined: multiple-definitions

int main(void) {
    return counter;
}
