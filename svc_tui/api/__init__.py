"""The HTTP layer: requests and answers of a backend, without any knowledge of stores or widgets."""
