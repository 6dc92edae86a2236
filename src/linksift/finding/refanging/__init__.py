"""Links that were defanged on purpose: the steps that undo this, a text after them, and the way back (`defang`)."""
