// 6.9p5: the definition, for both
enum colour { RED, GREEN };

enum colour shared = GREEN;
