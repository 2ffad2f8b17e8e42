mod layout_gcc;
