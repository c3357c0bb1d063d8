// The table page: puts the parts together. The server's state is drawn whole each time; the parts keep nothing of it.

import { showActions } from "./actions.js";
import { announce, tableSpoken } from "./announce.js";
import { fetchFaces, useDeck, withChips } from "./cards.js";
import { Chooser } from "./chooser.js";
import { $, $$, fillWith, setData } from "./dom.js";
import { fairness, nextText } from "./fair.js";
import { Guard } from "./guard.js";
import { Hand } from "./hand.js";
import { gettext } from "./i18n.js";
import { listenToKeys } from "./keyboard.js";
import { Log } from "./log.js";
import { openHelp, wireDialogs, wireSettings } from "./menu.js";
import { Motion } from "./motion.js";
import { playable } from "./moves.js";
import { showPanel, tickCountdown } from "./panel.js";
import { Play } from "./play.js";
import { saySeat, showOwnSeat, showSeats, tickClocks } from "./seats.js";
import { scoreSheet } from "./sheet.js";
import { Sound } from "./sound.js";
import { Store } from "./store.js";
import { witness } from "../witness.js";
import { asNodes } from "./words.js";

const GAMES = {
  "last-player": () => import("./games/last_player.js"),
  "follow-the-leader": () => import("./games/follow_the_leader.js"),
  "king-george-iii": () => import("./games/king_george_iii.js"),
  "chukchi-durak": () => import("./games/chukchi_durak.js"),
  "arithmetic-durak": () => import("./games/arithmetic_durak.js"),
};
// where the states come from and the moves go to
const CONNECTIONS = {
  live: () => import("./socket.js"),
  practice: () => import("../learn/practice.js"),
};
const TICK = 250;
const AUTO_DRAW_AFTER = 800;
const NOTE_STAYS = 6000;
const TEXT_AGAIN_AFTER = 1000;

class TablePage {
  #root;
  #part;
  #noteTimer = null;
  #drawTimer = null;
  #textSentFor = null;
  #wasMine = false;
  #playsAgain = false;
  #stageShown = null;
  #title = document.title;

  constructor(root, game, connect) {
    this.#root = root;
    this.game = game;
    this.config = readConfig(root);
    this.#part = (name) => $(`[data-part="${name}"]`, root);
    useDeck(root.dataset.cards, this.config.deck);
    this.#build(connect);
    this.#wire();
  }

  open() {
    this.socket.open();
    fetchFaces();
    setInterval(() => this.#tick(), TICK);
  }

  #build(connect) {
    this.store = new Store();
    this.socket = connect(this.#root, () => this.store.version);
    this.sound = new Sound(this.config.sound);
    this.motion = new Motion(this.#root, this.#part("flights"));
    this.motion.on = this.config.motion;
    this.guard = new Guard();
    this.chooser = new Chooser(this.#part("chooser"));
    this.play = new Play(this);
    this.hand = new Hand(this.#part("hand"), (card, how) => this.play.card(card, how));
    this.log = new Log(this.#part("log"), this.game.words);
  }

  #wire() {
    this.store.subscribe((store, before) => this.#draw(store, before));
    this.socket.onState = (message) => this.store.apply(message);
    this.socket.onLink = (up) => this.#linked(up);
    this.play.onChange = () => this.#drawMine();
    this.play.onRefused = (sentence) => this.#refuse(sentence);
    wireDialogs(this.#root);
    wireSettings(this.#part("settings"), this.config, this.#root.dataset.settingsUrl, (name) =>
      this.#settingChanged(name),
    );
    document.addEventListener("click", (event) => this.#clicked(event));
    listenToKeys(this.#keys());
  }

  // -- drawing -----------------------------------------------------------------------------------

  #draw(store, before) {
    const events = before ? store.state.events.filter((event) => event.v > before.v) : store.state.events;
    const news = before ? events : [];
    const flights = this.motion.before(news, store, this.hand);
    const drawn = newCards(before?.deal?.view?.hand, store.hand);
    const turnIsNew = isNewTurn(store, before);
    if (before && before.deal?.view?.ply !== store.view?.ply) this.#positionChanged(news, store);
    this.#drawAll();
    this.motion.after(flights, store, this.hand, drawn);
    this.log.add(events, store);
    announce(this.#part("live"), news, store, this.game, turnIsNew);
    this.#sounds(news, store, before);
    for (const event of news.slice(-3)) this.#bubble(event);
    this.#afterwards(turnIsNew);
  }

  #positionChanged(news, store) {
    if (news.some((event) => event.seat !== store.mySeat)) this.guard.changed();
    this.play.moved();
    this.#note("");
  }

  #drawAll() {
    const { store, game } = this;
    setData(this.#root, "stage", store.stage);
    setData(this.#root, "mine", store.myTurn);
    setData(this.#root, "watching", store.mySeat === null);
    $(".leave-button", this.#root).hidden = !store.may("leave");
    this.#part("away").hidden = !(
      store.mySeat !== null &&
      store.table.state === "playing" &&
      store.seat(store.mySeat).away
    );
    showSeats(this.#part("seats"), store, game);
    showOwnSeat(this.#part("own"), store, game);
    fillWith(this.#part("centre"), store.view && store.stage !== "open" ? game.centre(store.view, store) : []);
    showPanel(
      this.#part("panel"),
      store,
      game,
      (type, fields) => this.#ask(type, fields),
      this.#page(),
      this.#stageShown,
    );
    for (const covered of [".felt", ".mine"])
      $(covered, this.#root).inert = ["open", "over", "ended"].includes(store.stage);
    this.#stageShown = store.stage;
    fillWith(
      this.#part("sheet"),
      store.match ? [scoreSheet(store, game), store.deal && fairness(store, this.#root.dataset.check)] : [],
    );
    for (const sheet of $$(".sheet-scroll", this.#root)) sheet.scrollTop = sheet.scrollHeight; // the latest deal
    this.#drawMine();
    this.#tick();
  }

  /** What only the viewer has: hand, buttons, the line that says what is wanted. */
  #drawMine() {
    const { store, game, play } = this;
    const legal = store.myTurn ? playable(store.legal) : null;
    const sorting = { ranks: game.ranks, trump: store.view ? game.trump(store.view) : null };
    const deal = `${store.table.slug}.${store.deal?.number ?? 0}`;
    const shown = store.stage === "playing" || store.stage === "over";
    this.hand.show(shown ? store.hand : [], { deal, legal, selected: play.selected, sorting });
    setData(this.#part("hand"), "sending", Boolean(play.sending));
    const autoPass =
      game.hasAutoPass && store.myPlace !== null && store.stage === "playing"
        ? (on) => this.#ask("auto", { pass: on })
        : null;
    const autoDraw = this.config.auto_draw && Boolean(play.loneDraw);
    showActions(this.#part("actions"), { store, play, game, autoPass, autoDraw });
    for (const by of ["suit", "rank"])
      this.#part(`sort-${by}`).setAttribute("aria-pressed", String(this.hand.sortedBy === by));
    fillWith(this.#part("status"), this.#status());
  }

  #status() {
    const { store, game, play } = this;
    if (store.stage !== "playing" || !store.view) return [];
    if (!store.myTurn)
      return asNodes({ template: gettext("%(name)s is to play"), values: { name: store.nameOf(store.turnSeat) } });
    if (play.selected) return [gettext("Tap the card again to play it.")];
    const demand = game.demand(store.view, store);
    return demand ? asNodes(demand) : [gettext("Your turn.")];
  }

  #page() {
    const { link, qr, match, check, tables, tableAt } = this.#root.dataset;
    return {
      link,
      qr,
      match,
      check,
      tables,
      tableAt: (slug) => tableAt.replace("SLUG", slug),
      guestForm: () => $("#guest-form").content.cloneNode(true),
    };
  }

  #tick() {
    if (!this.store.state) return;
    tickClocks(this.#root, this.store);
    tickCountdown(this.#part("panel"), this.store);
  }

  // -- news --------------------------------------------------------------------------------------

  #sounds(news, store, before) {
    const myTurnBegins = store.myTurn && !this.#wasMine;
    this.#wasMine = store.myTurn;
    if (before && news.some((event) => event.type === "over")) this.sound.play("end");
    else if (news.some((event) => event.last)) this.sound.play("last");
    else if (myTurnBegins) this.sound.play("turn");
    else if (news.some((event) => event.card)) this.sound.play("card");
  }

  #bubble(event) {
    const text = this.game.says(event);
    if (text && event.seat !== undefined) saySeat(this.#root, event.seat, text);
  }

  /** What the page does by itself: the title, the lone draw, the text for the shuffle, the way to the rematch. */
  #afterwards(turnIsNew) {
    const { store } = this;
    document.title = store.myTurn ? `● ${gettext("Your turn")} · ${this.#title}` : this.#title;
    if (turnIsNew || !this.play.loneDraw) clearTimeout(this.#drawTimer);
    if (turnIsNew && this.config.auto_draw && this.play.loneDraw)
      this.#drawTimer = setTimeout(() => this.#drawAlone(store.version), AUTO_DRAW_AFTER);
    if (store.may("text") && this.#textSentFor !== store.deal.number) this.#sendText();
    if (store.table.next && this.#playsAgain) location.assign(this.#page().tableAt(store.table.next));
  }

  #drawAlone(version) {
    const draw = this.play.loneDraw;
    if (draw && this.store.version === version && this.config.auto_draw) this.play.word(draw);
  }

  async #sendText() {
    const { table, deal } = this.store;
    const text = nextText();
    this.#textSentFor = deal.number;
    const answer = await this.socket.ask("text", { deal: deal.number, text });
    witness(table.slug, deal.number, deal.fair.commitment, answer.ok ? text : null);
    if (["try_again", "too_fast"].includes(answer.code)) setTimeout(() => this.#sendTextAgain(), TEXT_AGAIN_AFTER);
  }

  #sendTextAgain() {
    if (this.store.may("text")) this.#sendText();
  }

  #linked(up) {
    this.#part("offline").hidden = up;
  }

  // -- wishes ------------------------------------------------------------------------------------

  async #ask(type, fields) {
    if (type === "rematch") this.#playsAgain = true;
    const answer = await this.socket.ask(type, fields);
    if (!answer.ok && !["text"].includes(type)) this.#refuse(answer.message);
  }

  #refuse(sentence) {
    this.sound.play("no");
    this.#note(sentence);
  }

  /** A sentence just above the hand, for a while. */
  #note(sentence) {
    clearTimeout(this.#noteTimer);
    const note = this.#part("note");
    fillWith(note, withChips(sentence));
    note.hidden = !sentence;
    if (sentence) this.#noteTimer = setTimeout(() => this.#note(""), NOTE_STAYS);
  }

  #clicked(event) {
    const { target } = event;
    const command = target.closest("[data-do]")?.dataset.do;
    if (command) this.#commands[command]?.();
    if (this.chooser.isOpen && !event.composedPath().some((each) => each.matches?.(".hand-box")))
      this.#clickedBeside(target);
  }

  /** While something is to be chosen, the card to beat can be tapped too; a tap elsewhere gives it up. */
  #clickedBeside(target) {
    const card = target.closest("[data-table-card]")?.dataset.tableCard;
    if (!this.chooser.takeTarget(card)) this.chooser.close();
  }

  #commands = {
    help: () => openHelp(this.#part("help"), this.#root.dataset.rules),
    settings: () => this.#part("settings").showModal(),
    log: () => this.#side("log"),
    sheet: () => this.#side("sheet"),
    "close-side": () => this.#side(null),
    "sort-suit": () => this.#sort("suit"),
    "sort-rank": () => this.#sort("rank"),
    leave: () => this.#part("leave").showModal(),
    "really-leave": () => (this.#part("leave").close(), this.#ask("leave")),
    back: () => this.#ask("back"),
  };

  #sort(by) {
    this.hand.sort(by);
    this.#drawMine();
  }

  /** Opens log or sheet (a sheet from below on phones, beside the table else); again: closes it. */
  #side(name) {
    const open = this.#root.dataset.side === name ? null : name;
    setData(this.#root, "side", open);
    for (const each of ["log", "sheet"]) {
      $(`[data-do="${each}"]`).setAttribute("aria-expanded", String(open === each));
      this.#part(`${each}-part`).dataset.open = String(open === each);
    }
    if (open === "log") this.log.toEnd();
  }

  #settingChanged(name) {
    if (name === "sound") this.sound.on = this.config.sound;
    if (name === "motion") this.motion.on = this.config.motion;
    if (name === "motion") document.documentElement.dataset.motion = this.config.motion ? "" : "off";
    if (name !== "deck") return;
    document.documentElement.dataset.deck = this.config.deck;
    useDeck(this.#root.dataset.cards, this.config.deck);
    fetchFaces();
    this.hand.redress();
    this.#drawAll();
  }

  #keys() {
    const word = (name) => () => (this.store.myTurn && this.store.legal.includes(name) ? this.play.word(name) : false);
    const { store } = this;
    return {
      d: word("draw"),
      p: word("pass"),
      s: word("stop"),
      t: word("take"),
      l: () => this.play.toggleLast(),
      r: () => (store.may("ready") ? this.#ask("ready") : false),
      g: () => this.#side("log"),
      o: () => this.#side("sheet"),
      1: () => this.#sort("suit"),
      2: () => this.#sort("rank"),
      h: () => this.hand.focus(),
      w: () => this.#sayAll(),
      "?": () => openHelp(this.#part("help"), this.#root.dataset.rules),
      Escape: () => (this.#root.dataset.side ? this.#side(this.#root.dataset.side) : false),
      ArrowLeft: () => this.hand.focus(),
      ArrowRight: () => this.hand.focus(),
    };
  }

  #sayAll() {
    if (this.store.state) this.#part("live").textContent = tableSpoken(this.store, this.game);
  }
}

function readConfig({ dataset }) {
  const { deck, sound, motion, autoDraw, confirmMoves } = dataset;
  return {
    deck: deck || "2color",
    sound: sound !== "off",
    motion: motion !== "off",
    auto_draw: autoDraw !== "off",
    confirm_moves: confirmMoves === "on",
  };
}

/** Is it another seat's turn now, or another turn of the same seat? */
function isNewTurn(store, before) {
  if (store.stage !== "playing" || !store.view) return false;
  const old = before?.deal;
  return !old?.view || old.number !== store.deal.number || old.view.ply !== store.view.ply;
}

/** The cards of `now` that were not in `before`. */
function newCards(before, now) {
  if (!before) return [];
  const old = [...before];
  return now.filter((card) => {
    const at = old.indexOf(card);
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
}

const root = $("#table");
const { game, connection = "live" } = root.dataset;
const [rules, { connect }] = await Promise.all([GAMES[game](), CONNECTIONS[connection]()]);
new TablePage(root, rules.default, connect).open();
