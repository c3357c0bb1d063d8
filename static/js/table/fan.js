// Where the cards of a fan lie: one row while each card shows enough of itself, then two or three.

const RATIO = 1.4; // a card's height to its width
const LEAST_STRIP = 27; // pixels of a card that a thumb can still hit
const MOST_STRIP = 0.74; // of a card's width
const EDGE = 0.1; // of a card's width, kept free on both sides for the leaning ends
const ROW_STEP = 0.56; // of a card's height: rank and suit of the row behind stay in sight
const MOST_TURN = 1.9; // degrees between neighbours
const WIDEST_FAN = 15; // degrees from end to end

/** A list of {x, y, turn} in pixels and degrees, one a card, with `rows` and `strip` beside; `size` = {width, card}. */
export function fanLayout(count, size) {
  const rows = rowsFor(count, size);
  const perRow = Math.ceil(count / rows);
  const strip = stripFor(perRow, size);
  const places = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return placeIn(index - row * perRow, inRow, row, rows, strip, size);
  });
  return Object.assign(places, { rows, strip, perRow, height: size.card * RATIO });
}

function rowsFor(count, size) {
  if (count < 9) return 1;
  for (const rows of [1, 2]) if (stripFor(Math.ceil(count / rows), size) >= LEAST_STRIP) return rows;
  return count < 24 ? 2 : 3;
}

const stripFor = (inRow, { width, card }) =>
  Math.min(card * MOST_STRIP, inRow > 1 ? (width - card * (1 + 2 * EDGE)) / (inRow - 1) : 0);

function placeIn(index, inRow, row, rows, strip, { width, card }) {
  const middle = index - (inRow - 1) / 2;
  const step = rows > 1 ? 0 : Math.min(MOST_TURN, WIDEST_FAN / Math.max(1, inRow - 1));
  const x = width / 2 + middle * strip - card / 2;
  const arc = rows > 1 ? 0 : middle * middle * strip * Math.sin((step * Math.PI) / 180) * 0.42;
  return { x, y: row * card * RATIO * ROW_STEP + arc, turn: middle * step };
}

/** The place in `layout` that a point in the hand belongs to. */
export function indexAt(layout, x, y) {
  if (!layout.length) return 0;
  const row = Math.max(0, Math.min(layout.rows - 1, Math.floor(y / (layout.height * ROW_STEP))));
  const first = row * layout.perRow;
  const last = Math.min(layout.length, first + layout.perRow) - 1;
  const offset = Math.round((x - layout[first].x) / (layout.strip || 1) - 0.5);
  return Math.max(first, Math.min(last, first + offset));
}
