// Turns the projector's pages by itself.  Arrow keys turn at once.  The final table is shown live, and longest.

import { watch } from "../table/watch.js";

const SECONDS = 10;
const FINAL_SECONDS = 60;
const watched = new Set();
let shown = 0;
let turnAt = 0;

const turn = (step) => {
  const slides = document.querySelectorAll(".slide");
  if (!slides.length) return;
  shown = (shown + step + slides.length) % slides.length;
  slides.forEach((slide, number) => { slide.hidden = number !== shown; });
  if (step || !turnAt) turnAt = Date.now() + 1000 * (slides[shown].matches(".final") ? FINAL_SECONDS : SECONDS);
};

/** A table that has come is watched from now on; the page is drawn again around it. */
const watchTables = () => {
  for (const table of document.querySelectorAll(".watched")) {
    if (watched.has(table.id)) continue;
    watched.add(table.id);
    shown = 0;
    turnAt = 0;
    watch(table);
  }
  turn(0);
};

setInterval(() => Date.now() >= turnAt && turn(1), 500);

document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowRight" || key === " ") turn(1);
  if (key === "ArrowLeft") turn(-1);
});

document.addEventListener("htmx:afterSwap", watchTables);
watchTables();
