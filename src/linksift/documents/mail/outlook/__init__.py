"""Messages as Outlook saves them (.msg), and as Exchange packs them (TNEF)."""
