"""The real thing: our services against the demo backend, over HTTP."""
