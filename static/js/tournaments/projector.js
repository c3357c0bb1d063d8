// Turns the projector's pages by itself.  Arrow keys turn at once.

const SECONDS = 10;
let shown = 0;

const turn = (step) => {
  const slides = document.querySelectorAll(".slide");
  if (!slides.length) return;
  shown = (shown + step + slides.length) % slides.length;
  slides.forEach((slide, number) => { slide.hidden = number !== shown; });
};

setInterval(() => turn(1), SECONDS * 1000);

document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowRight" || key === " ") turn(1);
  if (key === "ArrowLeft") turn(-1);
});

document.addEventListener("htmx:afterSwap", () => turn(0));
