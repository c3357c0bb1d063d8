// Entering one deal: tap the cards left, type points, or tap who lost or won.

import { el } from "./dom.js";

const RANKS = [..."23456789TJQKA"];
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const COST = { T: 10, J: 10, Q: 10, K: 10, A: 15, 8: 25, X: 40 };
const total = (game, hand) => [...hand].reduce((all, card) => all + cost(game, card), 0);
const cost = (game, card) => (game === "last-player" ? (COST[card[0]] ?? Number(card[0])) : 1);

// `known`: what the deal was entered as, where it is corrected.
export function entryForm(config, state, enter, say, known = null) {
  const { next, seats } = state;
  const losing = state.counts === "losses";
  const held = next.seats.map(() => new Set());
  const taps = new Set(known?.[losing ? "losers" : "winners"]);
  const before = known?.points ?? known?.cards?.map((hand) => total(config.game, hand));
  const others = handsApart(config, held);
  const points = next.seats.map((seat) => el("input", { id: `pad-points-${seat}`, type: "number", inputmode: "numeric", min: 0, max: 10000 }));
  if (before) points.forEach((input, index) => (input.value = before[index]));
  const title = interpolate(gettext("Deal %s"), [next.number]) + (next.playoff ? ` · ${gettext("play-off")}` : "");

  const rows = next.seats.map((seat, index) => {
    const name = seats[seat].name;
    const tap = el("button", { type: "button", class: "button pad-tap", "aria-pressed": String(taps.has(index)) }, [losing ? gettext("lost") : gettext("won")]);
    tap.setAttribute("aria-label", `${name}: ${losing ? gettext("lost") : gettext("won")}`);
    tap.addEventListener("click", () => toggle(tap, taps, index));
    const sum = el("output", {}, []);
    const cards = config.game === "other" ? [] : [cardPicker(config.game, name, held[index], points[index], sum, others)];
    return el("div", { class: "pad-player" }, [
      el("div", { class: "pad-line" }, [el("label", { for: `pad-points-${seat}` }, [name]), points[index], sum, tap]),
      ...cards,
    ]);
  });

  const form = el("form", { class: "panel pad-form" }, [
    el("h2", {}, [title]),
    el("p", { class: "soft" }, [help(config, losing)]),
    ...rows,
    el("button", { class: "button primary big" }, [gettext("Enter the deal")]),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const entry = read(config.game, losing, points, held, taps);
    if (entry) enter(entry);
    else say(gettext("Enter a number for each player, or tap the cards left."), true);
  });
  return form;
}

const help = ({ game, scoring }, losing) =>
  losing
    ? scoring === "cards"
      ? gettext("Tap the cards left in the loser's hand, or type how many; nothing: the deal is a draw.")
      : gettext("Tap who was left with the cards; nobody: the deal is a draw.")
    : game === "other"
      ? gettext("Type each player's points.")
      : gettext("Tap the cards left in each hand, or type the points. Who went out has 0.");

function toggle(button, set, value) {
  if (set.has(value)) set.delete(value);
  else set.add(value);
  button.setAttribute("aria-pressed", String(set.has(value)));
}

function read(game, losing, points, held, taps) {
  const typed = points.map((input) => input.value.trim());
  const tapped = { [losing ? "losers" : "winners"]: [...taps] };
  if (typed.every((text) => text === "")) {
    if (held.some((hand) => hand.size)) return { cards: held.map((hand) => [...hand]), ...tapped };
    return losing || (game === "king-george-iii" && taps.size) ? tapped : null;
  }
  const sums = held.map((hand) => total(game, hand));
  const counts = typed.map((text, index) => (text === "" ? sums[index] : Number(text)));
  return counts.every(Number.isInteger) ? { points: counts, ...tapped } : null;
}

// A card that one holds nobody else does, with one deck: its buttons of the other hands rest.
function handsApart(config, held) {
  const buttons = {};
  const settle = (card) => {
    for (const [hand, button] of buttons[card]) button.disabled = config.decks === 1 && held.some((other) => other !== hand && other.has(card));
  };
  const add = (card, hand, button) => {
    (buttons[card] ??= []).push([hand, button]);
    settle(card);
  };
  return { add, settle };
}

// Every card as a button, closed until it is wanted; what is tapped adds up.
function cardPicker(game, name, hand, input, sum, others) {
  const add = () => {
    sum.textContent = hand.size ? String(total(game, hand)) : "";
    input.disabled = hand.size > 0;
  };
  const one = (card) => {
    const text = card[0] === "X" ? `🃏${card[1] === "r" ? "r" : "b"}` : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;
    const made = el("button", { type: "button", class: `pad-card suit-${card[1]}`, "aria-pressed": "false" }, [text]);
    made.addEventListener("click", () => {
      toggle(made, hand, card);
      others.settle(card);
      add();
    });
    others.add(card, hand, made);
    return made;
  };
  const jokers = game === "last-player" || game === "follow-the-leader" ? ["Xb", "Xr"] : [];
  const all = [...Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => rank + suit)), ...jokers];
  const grid = el("div", { class: "pad-cards", role: "group", "aria-label": interpolate(gettext("Cards left: %s"), [name]) });
  const details = el("details", {}, [el("summary", {}, [gettext("Cards left")]), grid]);
  details.addEventListener("toggle", () => {
    if (details.open && !grid.childElementCount) grid.append(...all.map(one));
  });
  return details;
}
