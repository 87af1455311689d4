"""Kinds of sign-in: one class each, of which an instance works for one client."""
