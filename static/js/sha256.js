// SHA-256 in plain JavaScript: on plain http a browser has no `crypto.subtle`, and a deal must be checkable there too.

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The first 32 bits of the fraction of `x`. */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with the 1 bit, the zeros and its length behind it, as big-endian words. */
function padded(bytes) {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, index) => (words[index >> 2] |= byte << (24 - 8 * (index % 4))));
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length % 4));
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

function schedule(block) {
  const w = new Int32Array(64);
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

function compress(state, block) {
  const w = schedule(block);
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
}

/** The SHA-256 of `text` in UTF-8, as 64 hexadecimal digits. */
export function sha256(text) {
  const words = padded(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < words.length; at += 16) state = compress(state, words.subarray(at, at + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
