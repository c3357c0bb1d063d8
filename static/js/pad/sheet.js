// The score sheet: a column a player, a row a deal, the totals on top where the eye looks first.

import { el } from "./dom.js";

export function drawSheet(table, state) {
  const { match, seats } = state;
  const heads = seats.map((seat) =>
    el("th", { scope: "col", class: seat.mine ? "mine" : null }, [
      seat.name,
      ...(state.next?.dealer === seat.number ? [el("small", {}, [gettext("deals")])] : []),
      ...(match.out[seat.number] ? [el("small", {}, [pgettext("of the match", "out")])] : []),
      ...(match.places && state.waiting === null ? [el("small", {}, [interpolate(gettext("place %s"), [match.places[seat.number]])])] : []),
    ]),
  );
  const totals = match.totals.map((total, seat) => el("td", { class: match.out[seat] ? "num out" : "num" }, [String(total)]));
  const counts = match.counts.map((count) => el("td", { class: "num" }, [String(count)]));
  const rows = match.sheet.map((row) =>
    el("tr", {}, [
      el("th", { scope: "row" }, [row.playoff ? `${row.deal} *` : String(row.deal)]),
      ...row.points.map((points, seat) => {
        const marks = (row.winners.includes(seat) ? "★" : "") + (row.losers.includes(seat) ? "✗" : "");
        return el("td", { class: "num" }, [points === null ? "–" : `${points}${marks}`]);
      }),
    ]),
  );
  const label = state.counts === "wins" ? gettext("Won") : gettext("Lost");
  table.replaceChildren(
    el("caption", { class: "visually-hidden" }, [gettext("Score sheet")]),
    el("thead", {}, [el("tr", {}, [el("td"), ...heads])]),
    el("tbody", {}, [
      el("tr", { class: "totals" }, [el("th", { scope: "row" }, [gettext("Points")]), ...totals]),
      el("tr", {}, [el("th", { scope: "row" }, [label]), ...counts]),
      ...rows,
    ]),
  );
}
