// Against misclicks: a tap that comes just after something changed under the finger was meant for what was there
// before.

const SETTLING = 300; // milliseconds

export class Guard {
  #changedAt = -SETTLING;

  /** Something that can be tapped has changed, and not by the viewer's own doing. */
  changed() {
    this.#changedAt = performance.now();
  }

  /** Is a tap to be ignored now? */
  get settling() {
    return performance.now() - this.#changedAt < SETTLING;
  }
}
