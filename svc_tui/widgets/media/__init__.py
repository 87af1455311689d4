"""Files and folders: the media manager and its parts."""
