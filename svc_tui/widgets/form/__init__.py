"""A record, field by field; shared by the detail page, quick edit and the media editor."""
