"use strict";
// Filters and sorts the links of the page. It never turns text into markup.
(() => {
  const byId = (id) => document.getElementById(id);
  const controls = byId("controls"), documents = byId("documents");
  const search = byId("search"), kind = byId("kind"), host = byId("host"), order = byId("order"), count = byId("count");
  const boxes = ["deceives", "warned", "joined", "changed"].map(byId).filter(Boolean);
  const sections = [...documents.querySelectorAll("section.document")];
  const number = new Intl.NumberFormat("en");
  const byText = new Intl.Collator("en").compare;

  const links = sections.flatMap((section) => {
    const name = [".name", ".sent"].map((part) => section.querySelector(part)?.textContent ?? "").join(" ").trim();
    const list = section.querySelector("ol");
    return [...list.children].map((item) => ({ item, section, list, name, data: item.dataset }));
  });
  links.forEach((link, place) => { link.place = place; });

  const uriIn = (part) => part.dataset.uri ? decodeURIComponent(part.dataset.uri) : part.textContent;  // a defanged URI is also found in its original form
  const uriOf = (link) => link.uri ??= uriIn(link.item.querySelector(".uri"));
  const textOf = (link) => link.text ??= [link.name, link.data.host,
    ...[...link.item.querySelectorAll(".uri, .said")].map((part) => `${part.textContent}\n${uriIn(part)}`)].join("\n").toLowerCase();

  // Each host of the table becomes a button here, and an option of the filter.
  const buttons = [...document.querySelectorAll("#hosts .host")].map((cell) => {
    const button = document.createElement("button"), option = document.createElement("option");
    const name = cell.textContent;
    button.type = "button";
    button.textContent = option.value = name;
    option.textContent = `${name} (${cell.closest("tr").cells[1].textContent})`;
    button.addEventListener("click", () => {
      host.value = host.value === name ? "" : name;
      show();
    });
    cell.replaceChildren(button);
    host.append(option);
    return button;
  });

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = boxes.filter((box) => box.checked).map((box) => box.id);
    const seen = new Set();
    let shown = 0;
    for (const link of links) {
      const fits = (!kind.value || link.data.kind === kind.value) && (!host.value || link.data.host === host.value)
        && wanted.every((name) => name in link.data) && words.every((word) => textOf(link).includes(word));
      if (link.item.hidden === fits) link.item.hidden = !fits;
      if (fits) { shown++; seen.add(link.section); }
    }
    for (const section of sections) section.hidden = Boolean(order.value) || !seen.has(section);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.textContent === host.value));
    count.textContent = shown === links.length ? `${number.format(shown)} links`
      : `${number.format(shown)} of ${number.format(links.length)} links`;
  }

  // Sorted links are moved into one list, each after the name of its document.
  const sorted = document.createElement("ol");
  sorted.hidden = true;
  sorted.className = "sorted";
  documents.append(sorted);

  function nameDocument(link) {
    if (link.named) return;
    link.named = document.createElement("span");
    link.named.className = "document-name";
    link.named.textContent = link.name;
    link.item.querySelector(".where").prepend(link.named);
  }

  const keys = {
    deceives: (one, other) => ("deceives" in other.data) - ("deceives" in one.data)
      || ("warned" in other.data) - ("warned" in one.data),
    uri: (one, other) => byText(uriOf(one), uriOf(other)),
    host: (one, other) => byText(one.data.host, other.data.host) || byText(uriOf(one), uriOf(other)),
  };

  function sort() {
    const compare = keys[order.value];
    const all = compare ? [...links].sort((one, other) => compare(one, other) || one.place - other.place) : links;
    sorted.hidden = !compare;
    documents.remove();
    for (const link of all) {
      if (compare) nameDocument(link);
      else if (link.named) { link.named.remove(); link.named = null; }
      (compare ? sorted : link.list).append(link.item);
    }
    byId("links").append(documents);
    show();
  }

  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, links.length > 2000 ? 250 : 60);
  });
  for (const control of [kind, host, ...boxes]) control.addEventListener("change", show);
  order.addEventListener("change", sort);
  controls.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  controls.addEventListener("reset", () => setTimeout(sort));
  controls.hidden = links.length === 0;
  if (links.length) { if (order.value) sort(); else show(); }
})();
