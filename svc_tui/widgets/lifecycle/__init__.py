"""Articles and pages of the CMS: publishing by language, addresses, revisions."""
