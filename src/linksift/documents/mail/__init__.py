"""Mail: messages, mailboxes of many messages, and what the text in them was folded or escaped for."""
