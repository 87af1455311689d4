"""Routes, the router, and middleware."""
