// Small sounds made on the spot, and a buzz on phones. Browsers let a page sound only after it was touched.

const NOTES = {
  turn: [
    [659, 0, 0.16],
    [880, 0.12, 0.26],
  ],
  last: [
    [988, 0, 0.12],
    [988, 0.14, 0.12],
    [1319, 0.28, 0.3],
  ],
  end: [
    [523, 0, 0.2],
    [659, 0.15, 0.2],
    [784, 0.3, 0.2],
    [1047, 0.45, 0.5],
  ],
  no: [
    [196, 0, 0.12],
    [165, 0.1, 0.2],
  ],
};
const BUZZ = { turn: [60], last: [40, 60, 40], end: [120], no: [30] };
const LOUDNESS = 0.12;
const MUTED = "lastcard-muted"; // kept by the browser: a phone in company is quieter than a desk

const muted = () => {
  try {
    return new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]"));
  } catch {
    return new Set();
  }
};

export const isMuted = (name) => muted().has(name);

/** Silences one of the sounds, with its buzz, or lets it sound again. */
export function setMuted(name, silent) {
  const names = muted();
  if (silent) names.add(name);
  else names.delete(name);
  localStorage.setItem(MUTED, JSON.stringify([...names]));
}

export class Sound {
  #context = null;

  /** `on`: are sounds (and the buzz) wanted? */
  constructor(on) {
    this.on = on;
    const wake = () => this.#awake();
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, wake, { once: true });
  }

  /** Plays "card", "turn", "last", "end" or "no". */
  play(name) {
    if (!this.on || isMuted(name)) return;
    navigator.userActivation?.hasBeenActive && navigator.vibrate?.(BUZZ[name] ?? []);
    if (this.#context?.state !== "running") return;
    if (name === "card") this.#rustle();
    else for (const [pitch, at, length] of NOTES[name]) this.#note(pitch, at, length);
  }

  #awake() {
    this.#context ??= new AudioContext();
    this.#context.resume();
  }

  #note(pitch, at, length) {
    const start = this.#context.currentTime + at;
    const tone = this.#context.createOscillator();
    tone.type = "sine";
    tone.frequency.value = pitch;
    tone.connect(this.#fading(start, length, LOUDNESS));
    tone.start(start);
    tone.stop(start + length);
  }

  /** A card laid on the felt: a very short breath of noise. */
  #rustle() {
    const { sampleRate, currentTime } = this.#context;
    const buffer = this.#context.createBuffer(1, sampleRate * 0.07, sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
    const noise = this.#context.createBufferSource();
    const muffle = this.#context.createBiquadFilter();
    muffle.frequency.value = 2400;
    noise.buffer = buffer;
    noise.connect(muffle).connect(this.#fading(currentTime, 0.07, LOUDNESS * 2));
    noise.start();
  }

  #fading(start, length, loudness) {
    const gain = this.#context.createGain();
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(this.#context.destination);
    return gain;
  }
}
