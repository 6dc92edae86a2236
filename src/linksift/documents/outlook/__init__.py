"""Messages as Outlook saves them (.msg): compound files of properties."""

from linksift.documents.outlook.msg_file import read

__all__ = ["read"]
