"""One page a route."""
