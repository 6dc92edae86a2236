"""HTML: the references that a page states (`a href`, `img src`, ...), its text, and their locations."""
