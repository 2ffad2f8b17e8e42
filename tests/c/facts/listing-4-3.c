// Listing 4.3: who is first, the index or the increment?
int a[2];
int x;
int main(void) {
    a[x] = ++x;
    return a[0];
}
