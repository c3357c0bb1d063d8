// Where the player sits now: asked again every few seconds; a new live table opens by itself, unless told to stay.

const EVERY = 4000;
const WAITS = 4; // times as long, while the event has not begun
const COUNT = 5; // seconds before a live table opens

let counting = null;
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

const countDown = (key, link) => {
  let seconds = COUNT;
  const step = () => {
    if (seconds <= 0) {
      stop();
      sessionStorage.setItem("seat", key);
      location.assign(link);
      return;
    }
    const count = seat().querySelector("[data-part=count]");
    const stay = seat().querySelector("[data-part=stay]");
    if (count) count.textContent = `· ${seat().dataset.opens.replace("{seconds}", seconds)}`;
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
  seat().querySelector("[data-part=count]").textContent = "";
});

if (seat()) {
  arrange();
  setInterval(ask, EVERY);
}
