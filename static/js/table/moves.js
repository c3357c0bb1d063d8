// Moves are text (docs/NOTATION.md, "Moves"): this takes them apart for the page; the server alone judges them.

/** `play 8d suit=s` → {text, verb, card, target, as, suit}; `beat 7h Th` → target 7h, card Th. */
export function parse(text) {
  const [verb, ...words] = text.split(" ");
  const cards = words.filter((word) => /^[2-9TJQKAX][cdhsbr]$/.test(word));
  const named = (name) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const target = cards.length === 2 ? cards[0] : null;
  return { text, verb, card: cards[target ? 1 : 0] ?? null, target, as: named("as"), suit: named("suit") };
}

/** The legal moves that spend `card`. */
export const movesWith = (legal, card) => legal.map(parse).filter((move) => move.card === card);

/** The legal moves without a card: `draw`, `pass`, `stop`, `take`. */
export const wordMoves = (legal) => legal.map(parse).filter((move) => !move.card);

/** The cards that some legal move spends, none twice. */
export const playable = (legal) => [...new Set(legal.map((text) => parse(text).card).filter(Boolean))];
