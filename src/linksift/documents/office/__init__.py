"""Office documents: Rich Text, and the zip packages of XML (Word, Excel, PowerPoint, OpenDocument and EPUB)."""
