// What is asked for belongs to the game that is chosen.

const game = document.querySelector("select[name=game]");
const show = () => {
  for (const part of document.querySelectorAll("[data-of-game]")) part.hidden = part.dataset.ofGame !== game.value;
};
game.addEventListener("change", show);
show();
