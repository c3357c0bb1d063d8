// What both durak games show: bouts as pairs, trump and stock, who attacks, defends and is asked to throw in.

import { backUrl, picture, spoken, suitName, suitSign } from "../cards.js";
import { h } from "../dom.js";
import { fill, gettext, ngettext, pgettext } from "../i18n.js";
import { told } from "../words.js";
import { game } from "./game.js";

const card = (event) => ({ card: { card: event.card } });
const object = (event) => ({ card: { object: event.card } });

const words = {
  attack: (event, store) =>
    told(store, event, gettext("You attack with %(card)s"), gettext("%(name)s attacks with %(card)s"), card(event)),
  throw: (event, store) =>
    told(store, event, gettext("You throw in %(card)s"), gettext("%(name)s throws in %(card)s"), object(event)),
  beat: (event, store) =>
    told(store, event, gettext("You beat %(card)s with %(with)s"), gettext("%(name)s beats %(card)s with %(with)s"), {
      ...object(event),
      with: { card: event.with },
    }),
  transfer: (event, store) => ({
    ...told(
      store,
      event,
      gettext("You transfer with %(card)s to %(name_to)s"),
      gettext("%(name)s transfers with %(card)s to %(name_to)s"),
      {
        ...card(event),
        name_to: event.to === store.mySeat ? gettext("you") : store.nameOf(event.to),
      },
    ),
  }),
  take: (event, store) => told(store, event, gettext("You take"), gettext("%(name)s takes")),
  taken: (event, store) =>
    told(
      store,
      event,
      ngettext("You pick up %(count)s card", "You pick up %(count)s cards", event.cards.length),
      ngettext("%(name)s picks up %(count)s card", "%(name)s picks up %(count)s cards", event.cards.length),
      { count: String(event.cards.length) },
    ),
  beaten: () => ({ template: gettext("All beaten: the cards go away"), values: {} }),
};

/** The end of a deal as durak players call it. */
words.over = (event, store) => {
  const [fool] = store.view?.outcome?.losers ?? [];
  if (fool === undefined) return { template: gettext("A draw: nobody is the fool"), values: {} };
  return told(store, { seat: store.seatAt(fool) }, gettext("You are the fool"), gettext("%(name)s is the fool"));
};

const defends = (view) => view.bout?.defender === view.to_act;
const isThrowing = (view) => view.asked !== null && view.asked !== undefined;

/** The bout: each attacking card with the card that beats it. */
function bout(view) {
  if (!view.bout) return null;
  const pair = ([attack, beater]) => {
    const label = beater
      ? fill(gettext("%(card)s, beaten by %(with)s"), { card: spoken(attack), with: spoken(beater) })
      : fill(gettext("%(card)s, not beaten"), { card: spoken(attack) });
    const cards = [
      picture(attack, { silent: true }),
      beater && picture(beater, { silent: true, className: "card beater" }),
    ];
    if (!beater) cards[0].dataset.tableCard = attack;
    return h("li", { class: "pair", data: { pair: attack, open: !beater }, "aria-label": label }, cards);
  };
  return h(
    "ol",
    {
      class: "bout",
      "aria-label": gettext("The bout"),
      data: { anchor: "bout", taking: view.bout.taking, pairs: String(view.bout.table.length) },
    },
    view.bout.table.map(pair),
  );
}

/** The trump card under what is left of the stock, or the suit alone. */
export function trumps(view, { stock, label }) {
  const shown = view.trump_card
    ? picture(view.trump_card, { className: "card trump-card" })
    : h("span", { class: "trump-suit", data: { suit: view.trump } }, suitSign(view.trump));
  const title = fill(gettext("Trumps are %(suit)s"), { suit: suitName(view.trump) });
  return h(
    "div",
    { class: "trumps", role: "img", "aria-label": `${title}. ${label}`, data: { anchor: "stock", empty: !stock } },
    shown,
    stock > 1 && h("img", { class: "card", src: backUrl(), alt: "" }),
    h(
      "span",
      { class: "pile-count" },
      h("span", { class: "trump-sign", data: { suit: view.trump } }, suitSign(view.trump)),
      String(stock),
    ),
  );
}

function beatenPile(view) {
  const label = fill(ngettext("%(count)s card beaten away", "%(count)s cards beaten away", view.beaten), {
    count: view.beaten,
  });
  const backs = view.beaten
    ? [0, 1, 2].map((nth) => h("img", { class: "card", src: backUrl(), alt: "", vars: { nth } }))
    : [];
  return h(
    "div",
    { class: "beaten", role: "img", "aria-label": label, data: { anchor: "beaten", empty: !view.beaten } },
    backs,
    view.beaten ? h("span", { class: "pile-count" }, String(view.beaten)) : null,
  );
}

function demand(view, store) {
  const open = view.bout?.table.filter(([, beater]) => !beater).map(([attack]) => attack) ?? [];
  if (!view.bout) return null;
  if (!view.bout.table.length) return { template: gettext("Attack with any card"), values: {} };
  if (defends(view) && store.legal.some((text) => text.startsWith("transfer")))
    return { template: gettext("Beat %(cards)s, transfer or take"), values: { cards: { cards: open } } };
  if (defends(view) && open.length === 1)
    return { template: gettext("Beat %(card)s, or take"), values: { card: { object: open[0] } } };
  if (defends(view)) return { template: gettext("Beat %(cards)s, or take"), values: { cards: { cards: open } } };
  const room = fill(ngettext("room for %(room)s more", "room for %(room)s more", view.bout.room), {
    room: view.bout.room,
  });
  const defender = store.nameOf(store.seatAt(view.bout.defender));
  if (view.bout.taking)
    return { template: gettext("%(name_to)s takes: throw in (%(room)s) or pass"), values: { name_to: defender, room } };
  return { template: gettext("All beaten: throw in (%(room)s) or pass"), values: { room } };
}

function seatMarks(view, place) {
  if (!view.bout) return [];
  const { attacker, defender, taking } = view.bout;
  if (place === defender) return [taking ? gettext("takes") : gettext("defends")];
  if (place === attacker) return [gettext("attacks")];
  return view.asked === place ? [gettext("may throw in")] : [];
}

/** `attack`, `throw` or `beat`, as the phase wants it. */
function attempt(which, view, drop) {
  if (isThrowing(view)) return `throw ${which}`;
  if (!defends(view)) return `attack ${which}`;
  const open = view.bout.table.find(([, beater]) => !beater);
  return `beat ${drop ?? open[0]} ${which}`;
}

function label(move, view) {
  if (move.verb !== "pass") return game.label(move);
  return view.bout?.taking ? pgettext("the defender takes", "No more") : pgettext("all is beaten", "Pass");
}

const VERB_LABELS = {
  beat: gettext("Beat"),
  transfer: gettext("Transfer"),
  throw: gettext("Throw in"),
  attack: gettext("Attack"),
};

const durak = {
  ...game,
  words,
  demand,
  seatMarks,
  attempt,
  label,
  trump: (view) => view.trump,
  narrow(moves, drop) {
    const onTarget = moves.filter((move) => move.target === drop);
    return drop && onTarget.length ? onTarget : moves;
  },
  chooseLabel: (move) => ({ label: VERB_LABELS[move.verb], target: move.target }),
  isMain: (move, view) => view.legal.length === 1,
  hasAutoPass: true,
  says(event) {
    if (event.type === "take") return gettext("I take");
    return game.says(event);
  },
};

/** A durak game; `talon(view)` gives the nodes of its stock. */
export const durakWith = (talon) => ({
  ...durak,
  centre: (view) => [h("div", { class: "talon" }, talon(view), beatenPile(view)), bout(view)],
});
