"""How `linksift check` writes a problem: as text, as JSON, as a result of SARIF, or as a command of GitHub."""
