"""Navigation menus: the tree, the form of an entry, the choice of a page."""
