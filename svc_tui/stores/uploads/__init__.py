"""Uploads: `UploadStore` is the queue; the paths, checks and plans that fill it."""
