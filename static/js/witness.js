// What this browser saw of a deal before its cards were made: the site's commitment, and the text that it sent itself.
// The check of the deal compares: a site that changed its secret afterwards would be found out.

const KEY = "lastcard.seen";
const KEPT = 300; // deals

const all = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

/** Keeps what was seen of deal `number` at table `slug`; `text` is null when it came too late. */
export function witness(slug, number, commitment, text) {
  const deal = `${slug}/${number}`;
  const others = all().filter((each) => each.deal !== deal);
  localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - KEPT), { deal, commitment, text }]));
}

/** {commitment, text} as this browser saw and sent them, or null. */
export const seen = (slug, number) => all().find((each) => each.deal === `${slug}/${number}`) ?? null;
