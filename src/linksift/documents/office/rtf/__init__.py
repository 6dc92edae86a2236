"""Rich Text Format: the links that a file states, its text, and the page that Outlook encapsulates in it."""
