"""The frame of every page: bars, sidebar, footer, and dialogs of the whole console."""
