"""The HTTP layer: requests and answers of a backend, independent of stores and widgets."""
