// The newest state of the table and what follows from it. Table seats are places at the table; deal seats, those in a
// view, are places among the players dealt in (docs/PROTOCOL.md).

export class Store {
  state = null;
  #listeners = [];
  #clockOffset = 0;

  /** Calls `listener(store, before)` for every newer state; `before` is the state drawn until then, or null. */
  subscribe(listener) {
    this.#listeners.push(listener);
  }

  /** Takes a state message unless something as new is drawn. */
  apply(message) {
    const before = this.state;
    if (before && message.v < before.v) return;
    this.#clockOffset = message.now - Date.now();
    this.state = message;
    for (const listener of this.#listeners) listener(this, before);
  }

  get version() {
    return this.state?.v ?? 0;
  }

  /** The server's clock, in milliseconds. */
  get now() {
    return Date.now() + this.#clockOffset;
  }

  get table() {
    return this.state.table;
  }

  get you() {
    return this.state.you;
  }

  get deal() {
    return this.state.deal;
  }

  get match() {
    return this.state.match;
  }

  get view() {
    return this.deal?.view ?? null;
  }

  /** "open", "shuffling", "playing", "over" (between deals) or "ended": what the page shows. */
  get stage() {
    if (this.table.state === "open") return "open";
    if (this.table.state !== "playing") return "ended";
    return this.deal?.phase ?? "shuffling";
  }

  /** The viewer's table seat; null for who watches or has left the match. */
  get mySeat() {
    const { seat } = this.you;
    return seat === null || this.seat(seat).left ? null : seat;
  }

  /** The viewer's deal seat, or null when not dealt in. */
  get myPlace() {
    const place = this.deal?.seats.indexOf(this.mySeat) ?? -1;
    return place < 0 ? null : place;
  }

  get myTurn() {
    return this.stage === "playing" && this.myPlace !== null && this.view?.to_act === this.myPlace;
  }

  get legal() {
    return this.view?.legal ?? [];
  }

  get hand() {
    return this.view?.hand ?? [];
  }

  /** Who is to act, as a table seat, or null. */
  get turnSeat() {
    const place = this.stage === "playing" ? this.view?.to_act : null;
    return place === null || place === undefined ? null : this.seatAt(place);
  }

  may(what) {
    return this.you.may.includes(what);
  }

  /** The table seat of a deal seat. */
  seatAt(place) {
    return this.deal.seats[place];
  }

  seat(number) {
    return this.table.seats.find((seat) => seat.number === number);
  }

  nameOf(number) {
    return this.seat(number)?.name ?? "";
  }

  /** The table seats clockwise from the viewer's left, the viewer left out; a spectator sees all from seat 0. */
  get others() {
    const seats = this.table.seats;
    if (this.mySeat === null) return seats;
    const mine = seats.findIndex((seat) => seat.number === this.mySeat);
    return [...seats.slice(mine + 1), ...seats.slice(0, mine)];
  }
}
