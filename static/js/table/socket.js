// The table's socket (docs/PROTOCOL.md): comes back by itself, asks for what it missed, keeps a move until it is
// answered.

const PING_EVERY = 15_000;
const DEAF_AFTER = 40_000; // nothing heard for so long: the connection is dead, whatever the browser thinks
const SLOWEST_RETRY = 10_000;

export class TableSocket {
  #url;
  #since;
  #socket = null;
  #waiting = new Map(); // id -> {message, resolve}
  #nextId = 1;
  #tries = 0;
  #heardAt = 0;
  #timer = null;

  /**
   * `url` is a path; `since()` the version that is drawn. Then set `onState(message)`, `onPong(message)` and
   * `onLink(up)`, and call `open()`.
   */
  constructor(url, since) {
    this.#url = url;
    this.#since = since;
    this.onState = this.onPong = this.onLink = () => {};
    window.addEventListener("offline", () => this.onLink(false));
    window.addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
    setInterval(() => this.#check(), PING_EVERY);
  }

  open() {
    clearTimeout(this.#timer);
    const base = location.origin.replace(/^http/, "ws");
    const socket = new WebSocket(`${base}${this.#url}?since=${this.#since()}`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket === this.#socket && this.#opened());
    socket.addEventListener("message", (event) => socket === this.#socket && this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  /** Sends a message and promises its answer; a message that could not be sent goes out after the next connection. */
  ask(type, fields = {}) {
    const message = { type, id: this.#nextId++, ...fields };
    return new Promise((resolve) => {
      this.#waiting.set(message.id, { message, resolve });
      this.#send(message);
    });
  }

  get up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(message) {
    if (this.up) this.#socket.send(JSON.stringify(message));
  }

  #opened() {
    this.#tries = 0;
    this.#heardAt = Date.now();
    for (const { message } of this.#waiting.values()) this.#send(message);
    this.onLink(true);
  }

  #heard(message) {
    this.#heardAt = Date.now();
    if (message.type === "state") {
      this.onState(message);
      message.answers?.forEach((answer) => this.#heard(answer));
    }
    if (message.type === "pong") this.onPong(message);
    else if (message.type === "answer") this.#answered(message);
  }

  #answered(answer) {
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
  }

  #lost() {
    this.#socket = null;
    this.onLink(false);
    const pause = Math.min(SLOWEST_RETRY, 300 * 2 ** this.#tries++);
    this.#timer = setTimeout(() => this.open(), pause * (0.7 + 0.6 * Math.random()));
  }

  /** Throws a connection away that may be dead and makes a new one at once. */
  #reopen() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.open();
  }

  #check() {
    if (this.up && Date.now() - this.#heardAt > DEAF_AFTER) this.#reopen();
    else if (this.up) this.#send({ type: "ping", id: 0 });
    else if (!document.hidden && !this.#socket) this.#reopen();
  }
}

/** The table's own connection; `since()` is the version that is drawn. */
export const connect = (root, since) => new TableSocket(root.dataset.socket, since);
