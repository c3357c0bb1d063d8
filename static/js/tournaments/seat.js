// Where the player sits now: asked again every few seconds; a new live table opens by itself, unless told to stay.

const EVERY = 4000;
const WAITS = 4; // times as long, while the event has not begun
const COUNT = 5; // seconds before a live table opens

let counting = null;
let dealt = null; // when the cards of the table shown are dealt at the latest
let asked = 0;

const seat = () => document.getElementById("your-seat");

// A match that is being played is not left for another table.
const isPlaying = () => ["playing", "over", "shuffling"].includes(document.querySelector("#table")?.dataset.stage);

const stop = () => {
  clearInterval(counting);
  counting = null;
};

const isHere = () => seat().dataset.link === location.pathname;

const arrange = () => {
  seat().hidden = "waits" in seat().dataset || (isHere() && "open" in seat().dataset);
  const { key, link } = seat().dataset;
  if (isHere()) sessionStorage.setItem("seat", key);
  const isNew = "open" in seat().dataset && !isHere() && sessionStorage.getItem("seat") !== key;
  if (isNew && !isPlaying() && counting === null) countDown(key, link);
  if (!isNew) stop();
};

const tell = (words, seconds) => {
  const count = seat().querySelector("[data-part=count]");
  if (count) count.textContent = words ? `· ${words.replace("{seconds}", seconds)}` : "";
};

// The seconds until the cards are dealt, for who stays elsewhere.
const tellDealing = () => {
  const { begins, dealt: words } = seat().dataset;
  if (!begins || counting !== null) return;
  dealt ??= Date.now() + 1000 * begins;
  const left = Math.ceil((dealt - Date.now()) / 1000);
  tell(left > 0 ? words : "", left);
};

const countDown = (key, link) => {
  let seconds = COUNT;
  const step = () => {
    if (seconds <= 0) {
      stop();
      sessionStorage.setItem("seat", key);
      location.assign(link);
      return;
    }
    const stay = seat().querySelector("[data-part=stay]");
    tell(seat().dataset.opens, seconds);
    if (stay) stay.hidden = false;
    seconds -= 1;
  };
  counting = setInterval(step, 1000);
  step();
};

const ask = async () => {
  if (document.hidden) return;
  asked += 1;
  if ("waits" in seat().dataset && asked % WAITS) return;
  try {
    const answer = await fetch(seat().dataset.ask, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const text = (await answer.text()).trim();
    const made = new DOMParser().parseFromString(text, "text/html").getElementById("your-seat");
    if (!made) {
      stop();
      seat().hidden = true;
      return;
    }
    if (made.dataset.key !== seat().dataset.key || ("open" in made.dataset) !== ("open" in seat().dataset)) {
      stop();
      dealt = null;
      seat().replaceWith(made);
    }
    arrange();
  } catch {
    // the line is down; the next time tells
  }
};

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#your-seat [data-part=stay]")) return;
  sessionStorage.setItem("seat", seat().dataset.key);
  stop();
  target.hidden = true;
  tell("");
});

if (seat()) {
  arrange();
  setInterval(ask, EVERY);
  setInterval(tellDealing, 1000);
}
