// A table as whoever watches sees it, with nothing to press: for the projector.

import { fetchFaces, useDeck } from "./cards.js";
import { $, fillWith } from "./dom.js";
import { Motion, NO_HAND } from "./motion.js";
import { showSeats, tickClocks } from "./seats.js";
import { TableSocket } from "./socket.js";
import { Store } from "./store.js";
import { asNodes, sentence, toPlay } from "./words.js";

const TICK = 250;

/** Shows the table of `root` from now on. */
export async function watch(root) {
  const { game, cards, deck, socket } = root.dataset;
  const { default: rules } = await import(`./games/${game.replaceAll("-", "_")}.js`);
  useDeck(cards, deck || "2color");
  fetchFaces();
  const store = new Store();
  const motion = new Motion(root, $('[data-part="flights"]', root));
  store.subscribe((_, before) => {
    const flights = motion.before(before ? store.state.events.filter(({ v }) => v > before.v) : [], store, NO_HAND);
    draw(root, store, rules);
    motion.after(flights, store, NO_HAND, []);
  });
  const line = new TableSocket(socket, () => store.version);
  line.onState = (message) => store.apply(message);
  line.open();
  setInterval(() => store.state && tickClocks(root, store), TICK);
}

function draw(root, store, game) {
  showSeats($('[data-part="seats"]', root), store, game);
  fillWith($('[data-part="centre"]', root), store.view ? game.centre(store.view, store) : []);
  fillWith($('[data-part="next"]', root), next(store, game));
  tickClocks(root, store);
}

function next(store, game) {
  if (store.view?.outcome) return asNodes(sentence({ type: "over" }, store, game.words));
  return store.stage === "playing" && store.turnSeat !== null ? toPlay(store, game) : [];
}
