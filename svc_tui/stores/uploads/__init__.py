"""Uploads: `UploadStore` is the queue; paths, checks and plans fill it."""
