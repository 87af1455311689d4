"""OpenAPI descriptions: collections, fields, filters and the sign-in of a backend."""
