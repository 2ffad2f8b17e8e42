// 6.7.9p14: the rows are arrays
int main(void) {
    char names[][4] = {"one", "two"};
    names[1][2]++;
    return names[0][0] != 'o';
}
