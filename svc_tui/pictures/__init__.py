"""Pictures in a terminal: decoded under limits, scaled to cells, drawn in blocks or as graphics.

Stands alone: it knows neither widgets nor servers. Pillow is the extra `images`, and is imported
by what needs it, when it needs it, in a thread.
"""
