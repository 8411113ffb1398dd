"use strict";
// Two tables: one that is in the page (results), one that is made from data (queries). A plain
// script, because sorting and filtering a few thousand rows is less than a library's set-up.
// Text only ever enters the page as textContent, so that no name can be markup.

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Missing values stay last in both directions.
function compareBy(key, direction) {
  return (a, b) => {
    const x = key(a), y = key(b);
    if (x === null || y === null) return (x === null) - (y === null);
    const order = typeof x === "number" ? x - y : x.localeCompare(y, "en", { numeric: true });
    return direction * order;
  };
}

// Give a column's header a button that sorts by it: ascending, then descending.
function sortable(header, sort) {
  const button = element("button", header.textContent);
  button.type = "button";
  button.addEventListener("click", () => {
    const direction = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    mark(header, direction);
    sort(direction);
  });
  header.replaceChildren(button);
}

function mark(header, direction) {
  for (const other of header.parentElement.children) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
}

function results() {
  const body = document.querySelector("#results tbody");
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  document.querySelectorAll("#results thead th").forEach((header, place) => {
    const numeric = header.classList.contains("number");
    const key = (row) => {
      const cell = row.cells[place];
      if (!numeric) return cell.textContent;
      return "value" in cell.dataset ? Number(cell.dataset.value) : null;
    };
    sortable(header, (direction) => body.append(...rows.sort(compareBy(key, direction))));
  });
  const filter = document.querySelector("[data-filter=results]");
  const count = document.querySelector("[data-count=results]");
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word));
      if (!row.hidden) shown += 1;
    }
    count.textContent = `${shown} of ${rows.length} rows`;
  };
  filter.addEventListener("input", show);
  show();
}

// As Python prints it: of two equally near numbers the one with an even last digit.
function fixed(value, digits) {
  const scaled = Math.abs(value) * 10 ** digits;
  const tie = Number.isInteger(value * 2 ** (digits + 1)) && scaled % 1 === 0.5;
  if (!tie || Math.floor(scaled) % 2 === 1) return value.toFixed(digits);
  return (value < 0 ? "-" : "") + (Math.floor(scaled) / 10 ** digits).toFixed(digits);
}

function number(value, digits, signed) {
  if (value === null) return "–";
  if (value === 0) return fixed(0, digits);
  return (signed && value > 0 ? "+" : "") + fixed(value, digits);
}

function queries() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 50;
  const chosen = (id) => document.getElementById(id);
  const [system, measure, kind, search] = ["system", "measure", "kind", "search"].map(chosen);
  data.systems.slice(1).forEach((name, place) => system.append(new Option(name, place + 1)));
  data.measures.forEach(({ name }, place) => measure.append(new Option(name, place)));

  const seen = (rank, k) => rank !== null && (k === null || rank <= k);
  let rows = [], matching = [], first = 0, order = compareBy((row) => row.difference, 1);

  function made() {
    const at = Number(system.value), { k, rel } = data.measures[measure.value];
    rows = data.queries.map((query) => {
      const values = query.values[measure.value], base = values[0], value = values[at];
      const relevant = query.documents.filter((document) => document[1] >= rel);
      const names = (test) => relevant.filter(test).map((document) => document[0]);
      return {
        query, base, value,
        difference: base === null || value === null ? null : value - base,
        relevant: relevant.map((d) => `${d[0]} (${d[2] ?? "–"} → ${d[2 + at] ?? "–"})`),
        found: names((d) => seen(d[2 + at], k) && !seen(d[2], k)),
        lost: names((d) => seen(d[2], k) && !seen(d[2 + at], k)),
      };
    });
  }

  const columns = [
    { title: () => "query", key: (row) => row.query.id, cell: queryCell, head: true },
    { title: () => "segment", key: (row) => row.query.segment, used: data.queries.some((q) => q.segment) },
    { title: () => data.systems[0], key: (row) => row.base, digits: data.digits },
    { title: () => data.systems[system.value], key: (row) => row.value, digits: data.digits },
    { title: () => "difference", key: (row) => row.difference, digits: data.digits, signed: true },
    { title: () => "relevant documents (rank → rank)", key: (row) => row.relevant.length, cell: (row) => list(row.relevant, row.query.hidden), used: data.evaluated },
    { title: () => "found", key: (row) => row.found.length, cell: (row) => list(row.found), used: data.evaluated },
    { title: () => "lost", key: (row) => row.lost.length, cell: (row) => list(row.lost), used: data.evaluated },
  ].filter((column) => column.used !== false);

  function queryCell(row) {
    const cell = element("th", row.query.id);
    cell.scope = "row";
    if (row.query.question) cell.append(element("span", row.query.question, "question"));
    return cell;
  }

  function list(names, hidden) {
    const cell = element("td", undefined, "documents");
    cell.append(...names.map((name) => element("span", name)));
    if (hidden) cell.append(element("span", `and ${hidden} more judged relevant`));
    return cell;
  }

  function cellOf(column, row) {
    if (column.cell) return column.cell(row);
    const value = column.key(row);
    if (column.digits === undefined) return element("td", value);
    const cell = element("td", number(value, column.digits, column.signed), "number");
    if (value !== null) cell.dataset.value = value;
    if (column.signed && value) cell.classList.add(value > 0 ? "higher" : "lower");
    return cell;
  }

  function draw() {
    const body = document.querySelector("#perquery tbody");
    const shown = matching.slice(first, first + PAGE);
    body.replaceChildren(...shown.map((row) => {
      const line = element("tr");
      line.append(...columns.map((column) => cellOf(column, row)));
      return line;
    }));
    const last = first + shown.length;
    chosen("range").textContent = shown.length
      ? `${first + 1} to ${last} of ${matching.length}` : "no query";
    chosen("previous").disabled = first === 0;
    chosen("next").disabled = last >= matching.length;
  }

  function filter() {
    const wanted = { all: () => true, lost: (d) => d < 0, won: (d) => d > 0, tied: (d) => d === 0 };
    const words = search.value.toLowerCase().split(/\s+/);
    matching = rows.filter((row) => {
      if (kind.value !== "all" && (row.difference === null || !wanted[kind.value](row.difference))) return false;
      const { id, question, segment, documents } = row.query;
      const text = [id, question, segment, ...documents.map((d) => d[0])].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    }).sort(order);
    first = 0;
    draw();
  }

  const head = document.querySelector("#perquery thead tr");
  for (const column of columns) {
    const header = element("th", column.title(), column.digits === undefined ? "" : "number");
    header.scope = "col";
    head.append(header);
    sortable(header, (direction) => {
      order = compareBy(column.key, direction);
      filter();
    });
    if (column.signed) mark(header, 1);
  }
  function choose() {
    columns.forEach((column, place) => { head.children[place].firstChild.textContent = column.title(); });
    made();
    filter();
  }
  for (const control of [system, measure]) control.addEventListener("change", choose);
  kind.addEventListener("change", filter);
  search.addEventListener("input", filter);
  chosen("previous").addEventListener("click", () => { first -= PAGE; draw(); });
  chosen("next").addEventListener("click", () => { first += PAGE; draw(); });
  choose();
}

results();
queries();
