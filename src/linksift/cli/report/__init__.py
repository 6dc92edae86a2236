"""`--report`: a single HTML page for people, which shows every link that was found, in its context."""
