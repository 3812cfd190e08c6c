"use strict";
// Lets readers sort tables by their columns. Numbers go by their value, largest first; what is not there stays last.
const collator = new Intl.Collator("en", { numeric: true });

function keys(rows, column) {
  return rows.map((row, place) => {
    const cell = row.cells[column];
    const text = cell.textContent;
    const value = cell.tagName === "TH" ? NaN : parseFloat(text.replaceAll(",", ""));
    return { row, place, text, value, isAbsent: text === "\u2013" };
  });
}

function compare(one, other, down) {
  if (one.isAbsent !== other.isAbsent) return one.isAbsent ? 1 : -1;
  const differ = one.value - other.value;
  const order = Number.isNaN(differ) ? collator.compare(one.text, other.text) : differ;
  return (down ? -order : order) || one.place - other.place;
}

function sort(table, head, column) {
  const body = table.tBodies[0];
  const found = keys([...body.rows], column);
  const isNumber = found.some((each) => !Number.isNaN(each.value));
  const before = head.getAttribute("aria-sort");
  const down = before ? before === "ascending" : isNumber;
  found.sort((one, other) => compare(one, other, down));
  for (const cell of table.tHead.rows[0].cells) cell.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.remove(); // rows that move in a page that is shown would be laid out one by one
  body.append(...found.map((each) => each.row));
  table.append(body);
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, head, column));
    head.append(button);
  });
}
