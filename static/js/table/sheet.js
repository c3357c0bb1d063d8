// The score sheet: a row a deal, a column a player, the totals below.

import { h } from "./dom.js";
import { gettext } from "./i18n.js";

/** The whole sheet as a table that scrolls by itself. */
export function scoreSheet(store, game) {
  const { match, table } = store;
  const seats = table.seats.filter((seat) => seat.name !== null);
  const caption = h("caption", { class: "visually-hidden" }, gettext("Score sheet"));
  const counting = table.format === "first_to";
  return h(
    "div",
    { class: "sheet-scroll", tabindex: "0", role: "group", "aria-label": gettext("Score sheet") },
    h(
      "table",
      { class: "sheet" },
      caption,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, gettext("Deal")),
          seats.map((seat) => headCell(seat, store)),
        ),
      ),
      h(
        "tbody",
        {},
        match.sheet.map((row) => dealRow(row, seats)),
      ),
      h(
        "tfoot",
        {},
        footRow(
          gettext("Total"),
          seats.map((seat) => match.totals[seat.number]),
        ),
        counting &&
          footRow(
            game.countsWins ? gettext("Won") : gettext("Lost"),
            seats.map((seat) => match.counts[seat.number]),
          ),
        match.places &&
          footRow(
            gettext("Place"),
            seats.map((seat) => match.places[seat.number]),
          ),
      ),
    ),
  );
}

function headCell(seat, store) {
  const out = store.match.out[seat.number];
  return h("th", { scope: "col", data: { mine: seat.number === store.mySeat, out: out !== undefined } }, seat.name);
}

function dealRow(row, seats) {
  const mark = row.playoff ? h("span", { class: "playoff", title: gettext("play-off") }, "*") : null;
  const cell = (seat) => {
    const points = row.points[seat.number];
    const kind = row.winners.includes(seat.number) ? "won" : row.losers.includes(seat.number) ? "lost" : null;
    return h("td", { data: { kind } }, points === null ? "–" : String(points));
  };
  return h("tr", {}, h("th", { scope: "row" }, String(row.deal), mark), seats.map(cell));
}

const footRow = (label, values) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, label),
    values.map((value) => h("td", {}, String(value ?? "–"))),
  );
