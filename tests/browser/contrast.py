"""Finds text with too little contrast."""

CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((c) => c / 255)
      .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!colour.endsWith(", 0)")) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const faint = [];
  for (const element of document.body.querySelectorAll("*")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || !element.checkVisibility() || element.tagName === "SCRIPT") continue;
    const two = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
    const ratio = (two[0] + 0.05) / (two[1] + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
  }
  return faint;
}"""
"""JavaScript: the elements of a page whose text has less contrast than 4.5 to 1 (WCAG 2, 1.4.3)."""
