"""Messages as Outlook saves them (.msg): compound files of properties."""

from linksift.documents.mail.outlook.msg_file import read

__all__ = ["read"]
