"""Navigation menus: the tree, the form of an entry, the page picker."""
