"""Mail: messages with all their parts, and mailboxes of many messages."""
