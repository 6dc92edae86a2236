"""How `linksift check` writes a problem: as a line of text, as JSON, or as a result of SARIF."""
