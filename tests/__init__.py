"""One test file a module, in the same tree as the package."""
