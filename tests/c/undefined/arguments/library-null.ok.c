// 6.5.2.2p6: it is one where a cast does
double strtod();

int main(void) {
    return strtod("7", (char **)0) != 7.0;
}
