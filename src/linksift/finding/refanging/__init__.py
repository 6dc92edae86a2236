"""Links that were defanged on purpose: the steps that undo this, and the refanged text."""
