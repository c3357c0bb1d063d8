// The score pad: draws the state, sends what is tapped; what is entered without a connection waits and is sent once.

import { entryForm } from "./entry.js";
import { el } from "./dom.js";
import { drawSheet } from "./sheet.js";

const config = JSON.parse(document.getElementById("pad-config").textContent);
const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
const note = document.getElementById("pad-note");
const QUEUE = `lastcard-pad:${config.enter}`;
const POLL = 3000;
let state = JSON.parse(document.getElementById("pad-state").textContent);
let drawn = "";

const say = (text, bad = false) => {
  note.textContent = text;
  note.classList.toggle("bad", bad);
};

// -- talking to the site ------------------------------------------------------------------------------

async function send(action, body) {
  const answer = await fetch(config[action], {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(body),
  });
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(data.message), { refused: true, code: data.code });
  show(data);
}

async function act(action, body = {}) {
  try {
    await send(action, body);
    say("");
  } catch (error) {
    say(error.refused ? error.message : gettext("No connection. Try again, please."), true);
    if (error.refused) poll();
  }
}

const queued = () => JSON.parse(localStorage.getItem(QUEUE) || "null");

// One deal at a time may wait: the next one depends on who went out with it.
async function enter(entry) {
  const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(QUEUE, JSON.stringify({ ...entry, deal: state.next.number, key }));
  await flush();
}

async function flush() {
  const waiting = queued();
  if (!waiting) return;
  try {
    await send("enter", waiting);
    localStorage.removeItem(QUEUE);
    say("");
  } catch (error) {
    if (error.refused) localStorage.removeItem(QUEUE);
    say(error.refused ? error.message : gettext("No connection: the score waits here and is sent by itself."), true);
  }
  draw();
}

async function poll() {
  try {
    const answer = await fetch(`${config.state}?since=${state.version}`);
    if (answer.status === 200) show(await answer.json());
    if (queued()) await flush();
  } catch {
    // the next look will tell
  }
}

function show(next) {
  state = next;
  draw();
}

// -- drawing ------------------------------------------------------------------------------------------

function draw() {
  drawSheet(document.getElementById("pad-sheet"), state);
  drawClaim(document.getElementById("pad-claim"));
  const what = JSON.stringify([state.next, state.deals, state.waiting, state.may_write, state.state, queued()]);
  if (what === drawn) return; // what is half typed stays
  drawn = what;
  document.getElementById("pad-entry").replaceChildren(...entryPart());
}

function drawClaim(place) {
  if (state.may_write || state.mine !== null) return place.replaceChildren();
  const free = state.seats.filter((seat) => !seat.account);
  place.replaceChildren(
    el("section", { class: "panel" }, [
      el("h2", {}, [gettext("Who are you?")]),
      el("p", { class: "soft" }, [gettext("Take your seat on this phone to write scores; without one you watch.")]),
      el("div", { class: "pad-buttons" }, free.map((seat) => button(seat.name, () => act("claim", { seat: seat.number })))),
    ]),
  );
}

const button = (text, click, kind = "") => {
  const made = el("button", { type: "button", class: `button ${kind}` }, [text]);
  made.addEventListener("click", click);
  return made;
};

function entryPart() {
  if (queued()) return [el("p", { class: "panel" }, [gettext("A score waits to be sent.")]), button(gettext("Send now"), flush)];
  const parts = [];
  if (state.state === "void") {
    return [el("p", { class: "panel" }, [gettext("This match was declared void: it counts for nothing.")])];
  }
  if (state.waiting) parts.push(waitingPart());
  else if (state.state === "finished") parts.push(el("p", { class: "panel" }, [gettext("The result is confirmed.")]));
  else if (state.next && state.may_write) parts.push(entryForm(config, state, enter, say));
  if (state.may_write && state.deals.length) parts.push(footer());
  return parts;
}

function waitingPart() {
  const { version, mine, reason } = state.waiting;
  const told = mine
    ? gettext("Now another player confirms the result, on another phone.")
    : gettext("Is this right? Your confirmation makes it count.");
  return el("section", { class: "panel" }, [
    el("h2", {}, [gettext("The result")]),
    ...(reason ? [el("p", {}, [reason])] : []),
    el("p", {}, [told]),
    ...(state.may_write && !mine ? [button(gettext("Confirm"), () => act("confirm", { version }), "primary big"), ...objection()] : []),
  ]);
}

// At a tournament whoever disagrees lets an organiser decide.
function objection() {
  const call = document.querySelector("#call-organiser button");
  return call ? [button(gettext("It is wrong: call an organiser"), () => call.click())] : [];
}

function footer() {
  const last = state.deals.at(-1).number;
  const parts = [];
  if (state.state === "playing") {
    parts.push(button(gettext("Take back the last deal"), () => act("undo", { deal: last })));
    if (!state.waiting) {
      parts.push(button(gettext("End the match here"), () => confirm(gettext("End the match here?")) && act("finish")));
    }
  }
  if (state.state !== "playing" || state.deals.length > 1) {
    const numbers = state.deals.map(({ number }) => el("option", { value: number, selected: number === last }, [String(number)]));
    const which = el("select", { id: "pad-which" }, numbers);
    const deal = () => state.deals.find(({ number }) => number === Number(which.value));
    parts.push(el("label", { for: "pad-which" }, [gettext("Deal")]), which, button(gettext("Correct it"), () => correct(deal())));
  }
  return el("div", { class: "pad-buttons" }, parts);
}

function correct(deal) {
  const place = document.getElementById("pad-entry");
  const reason = el("input", { id: "pad-reason", maxlength: 300 });
  const next = { number: deal.number, seats: deal.seats, dealer: null, playoff: false };
  const send = (entry) => act("correct", { ...entry, deal: deal.number, reason: reason.value });
  place.replaceChildren(
    el("p", {}, [el("label", { for: "pad-reason" }, [gettext("Why is it corrected?")]), reason]),
    entryForm(config, { ...state, next }, send, say, deal.entry),
  );
}

draw();
setInterval(poll, POLL);
window.addEventListener("online", flush);
