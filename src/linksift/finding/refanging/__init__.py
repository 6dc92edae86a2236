"""Links that were defanged on purpose: the steps that undo this, the refanged text, and the inverse (`defang`)."""
