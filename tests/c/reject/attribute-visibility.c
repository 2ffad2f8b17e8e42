int x __attribute__((visibility("public"))); // error: attribute 'visibility' takes one of 'default', 'hidden', 'protected', 'internal'
