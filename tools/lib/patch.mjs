/**
 * A patch makes one wasm module from another: what the two have in common but for a few bytes is
 * taken from the first, so that a second flavour costs little beside the first. web/patch.ts applies
 * patches and says what they look like.
 */

/** Bytes that must agree for a comparison to start. */
const SEED = 8;
/** Places compared for each seed; frequent seeds say little. */
const MOST_PLACES = 32;
/** How far the score may fall before a comparison ends, and the least that it must reach. */
const PATIENCE = 16;
const WORTHWHILE = 24;
/** What a byte that differs takes away from the score; one that agrees adds 1. */
const PENALTY = 2;

const keyAt = (bytes, at) => bytes.toString('latin1', at, at + SEED);

function placesOf(base) {
  const places = new Map();
  for (let at = 0; at + SEED <= base.length; at++) {
    const key = keyAt(base, at);
    const known = places.get(key);
    if (!known) places.set(key, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  }
  return places;
}

/** How long base from `from` and target from `to` are worth comparing, a step of 1 or -1 at a time. */
function extent(base, target, from, to, step, most) {
  let score = 0;
  let best = { score: 0, length: 0 };
  for (let length = 1; length <= most && score > best.score - PATIENCE; length++) {
    const at = step > 0 ? length - 1 : -length;
    score += base[from + at] === target[to + at] ? 1 : -PENALTY;
    if (score > best.score) best = { score, length };
  }
  return best;
}

/** The place of base that agrees best with target from `to` on; the one that continues the last. */
function bestPlace(base, target, candidates, to) {
  let best = { score: 0, length: 0, from: 0 };
  for (const from of candidates) {
    if (from < 0 || from >= base.length) continue;
    const most = Math.min(base.length - from, target.length - to);
    const found = extent(base, target, from, to, 1, most);
    if (found.score > best.score) best = { ...found, from };
  }
  return best;
}

/** Stretches of target that base has, in order: where in each, and how long. */
function stretchesOf(base, target) {
  const places = placesOf(base);
  const stretches = [];
  let done = 0;
  let offset = 0;
  for (let to = 0; to + SEED <= target.length; ) {
    const candidates = [to + offset, ...(places.get(keyAt(target, to)) ?? [])];
    const { score, length, from } = bestPlace(base, target, candidates, to);
    if (score < WORTHWHILE) {
      to++;
      continue;
    }
    const before = extent(base, target, from, to, -1, Math.min(from, to - done)).length;
    stretches.push({ from: from - before, to: to - before, length: length + before });
    to += length;
    done = to;
    offset = from - to + length;
  }
  return stretches;
}

const zigzag = (number) => (number < 0 ? -2 * number - 1 : 2 * number);

function varint(number) {
  const bytes = [];
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/**
 * @param {Buffer} base
 * @param {Buffer} target
 * @returns {Buffer} what makes `target` from `base`
 */
export function makePatch(base, target) {
  const numbers = [];
  const bytes = [];
  let expected = 0;
  const stretches = stretchesOf(base, target);
  stretches.forEach(({ from, to, length }, i) => {
    const previous = stretches[i - 1];
    const fresh = to - (previous ? previous.to + previous.length : 0);
    bytes.push(target.subarray(to - fresh, to));
    bytes.push(target.subarray(to, to + length).map((byte, at) => byte - base[from + at]));
    numbers.push(fresh, zigzag(from - expected), length);
    expected = from + length;
  });
  const last = stretches.at(-1);
  bytes.push(target.subarray(last ? last.to + last.length : 0));
  const head = [target.length, stretches.length, ...numbers].flatMap(varint);
  return Buffer.concat([Buffer.from(head), ...bytes]);
}
