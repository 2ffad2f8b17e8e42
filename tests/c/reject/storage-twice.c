static static int x; // error: 'static' given twice
