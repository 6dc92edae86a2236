"""Mail: messages with all their parts, mailboxes, Outlook's files, calendars and contact cards."""
